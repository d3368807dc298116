import Core
import FileSystem
import Glibc
import SQLite
import StoreTesting
import Testing

@testable import Accounts
@testable import ServerStorage

@Suite struct FileTests {
  @Test func `what was acknowledged is there when the file is opened again`() async throws {
    try await withFolder { folder in
      let bench = try Bench(folder) { $0.signUp = .invitation }
      let code = try await bench.store.invite(by: .operator).code
      let ann = try await bench.signUp(invitation: code)
      let space = try await bench.store.space(of: ann.account.id, product: "sober")
      let device = try await bench.store.beginDeviceCode(for: phone, address: "a")
      try await bench.store.answerDevice(device.userCode, approves: true, by: ann)
      // A copy of the files as they are on disk, as after a crash.
      let copy = "\(folder)/copy.db"
      for suffix in ["", "-wal"] {
        try AtomicFile.write(
          try FileContents.read("\(folder)/accounts.db\(suffix)"),
          to: copy + suffix
        )
      }
      let store = try AccountStore(
        AccountStore.Files(database: copy, erasures: "\(folder)/erasures"),
        policy: bench.store.policy,
        clock: bench.clock
      )
      #expect(try await store.authenticate(ann.token).session == ann.session)
      #expect(try await store.space(of: ann.account.id, product: "sober") == space)
      #expect(try await store.invitations(by: .operator).map(\.state) == [.used])
      guard case .signedIn = try await store.redeem(device.deviceCode) else {
        Issue.record("the device is not signed in")
        return
      }
    }
  }

  @Test func `the files are for their owner alone`() async throws {
    try await withFolder { folder in
      try await Bench(folder).signUp()
      chmod("\(folder)/accounts.db", 0o644)
      let bench = try Bench(folder)
      try await bench.signIn()
      for name in ["accounts.db", "accounts.db-wal", "accounts.db-shm", "accounts.db.lock"] {
        var info = stat()
        #expect(stat("\(folder)/\(name)", &info) == 0)
        #expect(info.st_mode & 0o777 == 0o600, "\(name)")
      }
    }
  }

  @Test func `a file of another program is refused and left as it is`() async throws {
    try await withFolder { folder in
      let path = "\(folder)/accounts.db"
      let other = "\(folder)/other.db"
      try Database(path: other, mode: .readWriteCreate).execute("CREATE TABLE songs(title)")
      let texts = [Array("a letter".utf8), Array(String(repeating: "letter ", count: 999).utf8)]
      for bytes in texts + [try FileContents.read(other)] {
        try AtomicFile.write(bytes, to: path)
        chmod(path, 0o640)
        let error = await refusal { try Bench(folder) }
        #expect(error?.code == "store-foreign")
        #expect(error?.message.contains(path) == true)
        #expect(try FileContents.read(path) == bytes)
        var info = stat()
        #expect(stat(path, &info) == 0 && info.st_mode & 0o777 == 0o640)
      }
    }
  }

  @Test func `a file of a newer version is refused, and a log without its file`() async throws {
    try await withFolder { folder in
      let path = "\(folder)/accounts.db"
      try await Bench(folder).signUp()
      try Database(path: path, mode: .readWrite).setUserVersion(99)
      #expect(await refusal { try Bench(folder) }?.code == "store-too-new")
      remove(path)
      try AtomicFile.write([UInt8](repeating: 1, count: 100), to: "\(path)-wal")
      let error = await refusal { try Bench(folder) }
      #expect(error?.code == "store-damaged")
      #expect(try FileContents.read("\(path)-wal").count == 100)
    }
  }

  @Test func `a file from before proofs of keys goes on, and gets what checks them later`()
    async throws
  {
    try await withFolder { folder in
      let (path, verifier) = ("\(folder)/accounts.db", Secret.hash(proof("e")))
      let ann = try await Bench(folder).signUp("ann@example.org", proof("a"), sealed: sealed())
      do {
        let database = try Database(path: path, mode: .readWrite)
        try database.execute("ALTER TABLE key_rings DROP COLUMN key_verifier")
        try database.setUserVersion(5)
      }
      let store = try Bench(folder).store
      #expect(try await store.keyRing(of: ann.account.id) == ring(1))
      try await store.setKeyVerifier(verifier, of: ann.account.id)
      #expect(try await store.keyRing(of: ann.account.id) == ring(1, verifier: verifier))
    }
  }

  @Test func `a full disk refuses what is new, and keeps what was confirmed`() async throws {
    try await withFileBench { bench in
      let ann = try await bench.signUp()
      try await bench.store.tables.write { database in
        let pages = try database.number("PRAGMA page_count")
        try database.run("PRAGMA max_page_count = \(pages)")
      }
      var error: AccountsError?
      for number in 0..<50 where error == nil {
        error = await refusal {
          try await bench.signUp("a\(number)@example.org", from: "\(number)")
        }
      }
      #expect(error?.code == "disk-full")
      #expect(error?.message.contains("disk is full") == true)
      _ = try await bench.store.authenticate(ann.token)
      try await bench.store.tables.write { try $0.run("PRAGMA max_page_count = 100000") }
      try await bench.signUp("bob@example.org", from: "b")
    }
  }

  @Test func `a file that others hold is waited for, and read meanwhile`() async throws {
    try await withFolder { folder in
      let bench = try Bench(folder, patience: 50)
      let ann = try await bench.signUp()
      let lock = try AdvisoryLock("\(folder)/accounts.db.lock")
      #expect(lock.tryAcquire())
      #expect(await refusal { try await bench.signIn() }?.code == "store-locked")
      _ = try await bench.store.authenticate(ann.token)
      lock.release()
      let other = try Database(path: "\(folder)/accounts.db", mode: .readWrite)
      try other.execute("BEGIN IMMEDIATE")
      #expect(await refusal { try await bench.signIn() }?.code == "store-locked")
      try other.execute("ROLLBACK")
      try await bench.signIn()
    }
  }

  @Test func `a file that was replaced is not written to`() async throws {
    try await withFolder { folder in
      let bench = try Bench(folder)
      try await bench.signUp()
      let bytes = try FileContents.read("\(folder)/accounts.db")
      try AtomicFile.write(bytes, to: "\(folder)/accounts.db")
      let error = await refusal { try await bench.signIn() }
      #expect(error?.message.contains("replaced") == true)
    }
  }

  @Test func `the server's command line can use the file while the server runs`() async throws {
    try await withFolder { folder in
      let server = try Bench(folder)
      let program = try Bench(folder, seed: 2)
      try await server.signUp()
      _ = try await program.store.makeAdministrator("ann@example.org")
      #expect(try await server.signIn().account.role == .administrator)
      async let one: Void = signUp(20, in: server, "a")
      async let two: Void = signUp(20, in: program, "b")
      _ = try await (one, two)
      #expect(try await server.store.accounts(by: .operator).count == 41)
    }
  }

  private func signUp(_ count: Int, in bench: Bench, _ name: String) async throws {
    for number in 0..<count { try await bench.signUp("\(name)\(number)@example.org") }
  }
}
