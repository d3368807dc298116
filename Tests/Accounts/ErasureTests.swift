import Core
import FileSystem
import Glibc
import PostgreSQLJournal
import PostgreSQLTesting
import SQLite
import StoreTesting
import Testing

@testable import Accounts
@testable import ServerStorage

@Suite struct ErasureTests {
  @Test func `an erased account leaves nothing but the spaces to erase`() async throws {
    try await withBench { bench in
      let ann = try await bench.signUp("ann@example.org", proof("a"), sealed: sealed())
      // Another account, so that the rows of the first are not alone on their pages.
      try await bench.signUp("zoe@example.org")
      let id = ann.account.id
      let space = try await bench.store.space(of: id, product: "sober")
      try await bench.store.flag(id, "zone-hops")
      _ = try await bench.store.makeAdministrator("ann@example.org")
      _ = try await bench.store.invite(by: .account(id))
      let code = try await bench.store.beginDeviceCode(for: phone, address: "a")
      try await bench.store.answerDevice(code.userCode, approves: true, by: ann)
      #expect(
        await refusal { try await bench.store.eraseAccount(id, password: proof("b")) }
          == .badCredentials
      )
      #expect(try bench.spot.stored("accounts.db").contains(Array("ann@example.org".utf8)))
      let spaces = try await bench.store.eraseAccount(id, password: proof("a"))
      #expect(spaces == [ErasedSpace(id: space.id, product: "sober")])
      #expect(await refusal { try await bench.store.authenticate(ann.token) } == .signedOut)
      #expect(
        await refusal { try await bench.signIn("ann@example.org", proof("a")) } == .badCredentials
      )
      #expect(try await bench.store.invitations(by: .operator).map(\.inviter) == [nil])
      for bytes in [
        try bench.spot.stored("accounts.db"), try FileContents.read("\(bench.folder)/erasures"),
      ] {
        #expect(!bytes.contains(Array("ann@example.org".utf8)))
        #expect(!bytes.contains(bytesOf(id)))
      }
      #expect(try await bench.store.spacesToErase() == spaces)
      try await bench.store.confirmErasure(of: space.id)
      #expect(try await bench.store.spacesToErase() == [])
      // The address is free again, for another account.
      #expect(try await bench.signUp().account.id != id)
    }
  }

  @Test func `every table with accounts is emptied of one that is erased`() async throws {
    try await withFileBench { bench in
      let tables: [String] = try await bench.store.tables.read { database in
        try database.all(
          """
          SELECT t.name FROM sqlite_schema t JOIN pragma_table_info(t.name) c
          WHERE t.type = 'table' AND c.name = 'account' ORDER BY t.name
          """
        ) { $0.text(0) }
      }
      #expect(tables == (AccountsSchema.tablesOfAccounts + ["invitations"]).sorted())
    }
  }

  @Test func `what a restored backup brings back is erased again`() async throws {
    try await withFolder { folder in
      let before = try Bench(folder)
      let ann = try await before.signUp()
      let bob = try await before.signUp("bob@example.org")
      let space = try await before.store.space(of: ann.account.id, product: "sober")
      let kept = try await before.store.space(of: bob.account.id, product: "sober")
      try await before.store.tables.scrub()
      let backup = try FileContents.read("\(folder)/accounts.db")
      _ = try await before.store.eraseAccount(ann.account.id, password: good)
      try await before.store.confirmErasure(of: space.id)
      #expect(try await before.store.applyErasures() == [])
      try AtomicFile.write(backup, to: "\(folder)/accounts.db")
      for suffix in ["-wal", "-shm"] { remove("\(folder)/accounts.db\(suffix)") }
      let after = try Bench(folder, seed: 2)
      _ = try await after.store.authenticate(ann.token)
      #expect(
        try await after.store.applyErasures() == [ErasedSpace(id: space.id, product: "sober")]
      )
      #expect(await refusal { try await after.store.authenticate(ann.token) } == .signedOut)
      _ = try await after.store.authenticate(bob.token)
      #expect(try await after.store.erased(among: [kept.id, space.id]) == [space.id])
    }
  }

  @Test(arguments: ["", "trellis era"])
  func `a ledger grows by its new lines, and a line that was cut off spoils no other`(
    _ beginning: String
  ) async throws {
    try await withFolder { folder in
      let path = "\(folder)/erasures"
      let ledger = try ErasureLedger(path, "accounts", in: .file(path))
      let ids = (1...3).map { SpaceID(rawValue: $0) }
      #expect(try ledger.keys() == [])
      // As after a crash that came before the first line, or within the title.
      try AtomicFile.write(Array(beginning.utf8), to: path)
      try ledger.check()
      try ledger.record([ErasureLedger.line(.space, ids[0], at: noon)])
      let begun = try FileContents.read(path)
      try AtomicFile.write(begun + Array("space 12".utf8), to: path)
      let before = try FileContents.read(path)
      try ledger.record([ErasureLedger.line(.space, ids[1], at: noon)])
      #expect(try FileContents.read(path).starts(with: before))
      #expect(try ledger.keys() == Set(ids.prefix(2).map { ErasureLedger.key(.space, $0) }))
    }
  }

  @Test func `programs that begin a ledger at the same moment lose no line`() async throws {
    for _ in 0..<20 {
      try await withFolder { folder in
        let path = "\(folder)/erasures"
        let ids = (1...16).map { SpaceID(rawValue: $0) }
        try await withThrowingTaskGroup(of: Void.self) { group in
          for id in ids {
            group.addTask {
              let ledger = try ErasureLedger(path, "accounts", in: .file(path))
              try ledger.record([ErasureLedger.line(.space, id, at: noon)])
            }
          }
          try await group.waitForAll()
        }
        let keys = try ErasureLedger(path, "accounts", in: .file(path)).keys()
        #expect(keys == Set(ids.map { ErasureLedger.key(.space, $0) }))
      }
    }
  }

  @Test func `nodes and commands with one database have one ledger`() async throws {
    try await withTwoNodes { here, there in
      let first = try Bench(here)
      let second = try Bench(there, seed: 2)
      let ann = try await first.signUp()
      _ = try await first.store.eraseAccount(ann.account.id, password: good)
      #expect(
        try await second.store.erased(amongAccounts: [ann.account.id]) == [ann.account.id]
      )
    }
  }

  @Test func `an older backup of a database brings back no erasure of any node`() async throws {
    try await withTwoNodes { here, there in
      let cluster = try PostgreSQLCluster.shared.get()
      let first = try Bench(here)
      let second = try Bench(there, seed: 2)
      let ann = try await first.signUp()
      let bob = try await second.signUp("bob@example.org")
      let dump = try cluster.dump(try #require(here.database).connection)
      _ = try await first.store.eraseAccount(ann.account.id, password: good)
      _ = try await second.store.eraseAccount(bob.account.id, password: good)
      let restored = PostgreSQLSettings(connection: try cluster.restore(dump))
      let again = try Bench(TestSpot(here.folder, database: restored), seed: 3)
      for person in [ann, bob] { _ = try await again.store.authenticate(person.token) }
      _ = try await again.store.applyErasures()
      #expect(await refusal { try await again.store.authenticate(ann.token) } == .signedOut)
      // What only the other node knows is erased for both when it starts.
      let other = try Bench(TestSpot(there.folder, database: restored), seed: 4)
      _ = try await other.store.applyErasures()
      #expect(await refusal { try await again.store.authenticate(bob.token) } == .signedOut)
    }
  }

  /// Calls `body` with two folders of nodes that share a database.
  private func withTwoNodes(_ body: (TestSpot, TestSpot) async throws -> Void) async throws {
    try await withDatabaseSpot { spot in
      try await withFolder { folder in
        try await body(spot, TestSpot(folder, database: spot.database))
      }
    }
  }

  @Test func `a ledger that cannot be written is written at the next start`() async throws {
    try await onEachSpot { spot in
      let bench = try Bench(spot)
      let ann = try await bench.signUp()
      // Another file in its place.
      let ledger = "\(spot.folder)/erasures"
      try AtomicFile.write(Array("a letter\n".utf8), to: ledger)
      let error = await refusal {
        try await bench.store.eraseAccount(ann.account.id, password: good)
      }
      #expect(error?.code == "store-foreign")
      _ = try await bench.store.authenticate(ann.token)
      remove(ledger)
      // As after a crash between the erasure and the ledger.
      try await bench.store.tables.write { database in
        try database.run(
          "INSERT INTO unrecorded_erasures VALUES (?)",
          .text(ErasureLedger.line(.account, ann.account.id, at: noon))
        )
      }
      _ = try await Bench(spot, seed: 2).store.applyErasures()
      #expect(await refusal { try await bench.store.authenticate(ann.token) } == .signedOut)
      let text = String(decoding: try FileContents.read(ledger), as: UTF8.self)
      #expect(text.hasPrefix("trellis erasures 1\naccount "))
      #expect(text.hasSuffix(" 2026-11-20\n"))
    }
  }

  @Test func `the operator erases an account by its address`() async throws {
    try await withBench { bench in
      let ann = try await bench.signUp()
      #expect(
        await refusal { try await bench.store.eraseAccount("no@example.org", by: .operator) }
          == .unknownAccount
      )
      #expect(
        await refusal { try await bench.store.account(at: "no@example.org", by: .operator) }
          == .unknownAccount
      )
      let found = try await bench.store.account(at: "ANN@example.org", by: .operator)
      #expect(found.id == ann.account.id)
      #expect(try await bench.store.eraseAccount("ANN@example.org", by: .operator) == [])
      #expect(await refusal { try await bench.store.authenticate(ann.token) } == .signedOut)
      #expect(
        await refusal { try await bench.store.export(ann.account.id, password: good) } == .signedOut
      )
    }
  }

  private func bytesOf(_ id: AccountID) -> [UInt8] {
    withUnsafeBytes(of: id.rawValue.bigEndian) { [UInt8]($0) }
  }
}
