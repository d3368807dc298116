import Core
import FileSystem
import Foundation
import SQLite
import Testing

@testable import trellis_server

/// Backups of the server's data; Tools/attack drill rehearses them with a server under load.
@Suite struct BackupTests {
  private let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("trellis-backups-\(UUID().uuidString)")

  /// Far from the system's clock, which does not count.
  private let now = Instant(seconds: 1_000_000_000)

  private var place: BackupFolder { BackupFolder(path: folder.path, clock: FixedClock(now)) }

  private func remove() { try? FileManager.default.removeItem(at: folder) }

  @Test func `what belongs into a backup follows from its name, and accounts come last`() {
    let names = [
      "accounts.db", "accounts.db-wal", "accounts.db.lock", "erasures.log", "erased-streaks.log",
      "friends.db", "push.db", "server.key", "server.lock", "spaces-sober.db", "spaces-streaks.db",
      "../accounts.db", ".hidden.db", "restore-unfinished", "before-restore-1", "telemetry.db",
      "A.db", "answers-streaks.db",
    ]
    #expect(
      names.compactMap { StoredFile($0) }.sorted().map(\.name) == [
        "friends.db", "push.db", "server.key", "spaces-sober.db", "spaces-streaks.db",
        "telemetry.db", "accounts.db",
      ]
    )
    #expect(StoredFile("spaces-sober.db")?.product == "sober")
    #expect(StoredFile("friends.db")?.product == nil)
  }

  @Test func `a disk without room is told how much is needed, with what must stay free`() throws {
    let free = try #require(DiskSpace.free(at: "/"))
    // The files alone would fit.
    let error = #expect(throws: DomainError.self) {
      try ServerBackup.requireRoom(free - 1, at: "/")
    }
    #expect(error?.code == "no-room")
    let needed = ByteCount(free - 1 + 64 << 20).words
    #expect(error?.message.contains("needs \(needed) of free space") == true)
  }

  @Test func `a server's data come back as they were, with stores that others added`() async throws
  {
    defer { remove() }
    let world = try await ServerWorld.open { $0.database = nil }
    _ = try await world.signUp()
    let data = ServerData(path: world.configuration.dataFolder)
    try Database(path: "\(data.path)/others.db", mode: .readWriteCreate)
      .execute("CREATE TABLE posts(text TEXT); INSERT INTO posts VALUES ('hello')")
    let made = try await ServerBackup(data: data).make(in: place)
    #expect(
      made.manifest.files.map(\.name) == [
        "friends.db", "others.db", "push.key", "server.key", "spaces-streaks.db", "web.key",
        "accounts.db",
      ]
    )
    let target = ServerData(path: folder.appendingPathComponent("data").path)
    let check = try BackupCheck(of: place.meant)
    #expect(try await ServerRestore(data: target).put(check).aside == nil)
    for name in ["others.db", "accounts.db"] {
      let database = try Database(path: "\(target.path)/\(name)", mode: .readOnly)
      let sql = name == "others.db" ? "SELECT text FROM posts" : "SELECT email FROM accounts"
      let expected = name == "others.db" ? "hello" : "ada@example.org"
      #expect(try database.text(sql) == expected)
    }
    // Once more: what is there now is kept.
    let aside = try #require(try await ServerRestore(data: target).put(check).aside)
    #expect(FileManager.default.fileExists(atPath: aside + "/accounts.db"))
    try target.requireWhole()
  }

  @Test func `no backup is made of half a restore`() async throws {
    defer { remove() }
    let world = try await ServerWorld.open { $0.database = nil }
    _ = try await world.signUp()
    let data = ServerData(path: world.configuration.dataFolder)
    try Data().write(to: URL(fileURLWithPath: data.unfinishedRestore))
    let error = await #expect(throws: DomainError.self) {
      _ = try await ServerBackup(data: data).make(in: place)
    }
    #expect(error?.code == "restore-unfinished")
    #expect(place.backups.isEmpty)
  }

  @Test func `spaces whose accounts are missing are not served`() async throws {
    defer { remove() }
    let empty = ServerData(path: folder.path)
    try empty.create()
    try await ServerRun.requireAccounts(in: empty)
    let world = try await ServerWorld.open { $0.database = nil }
    try await ServerBrowser.signUp(world).addHabit("Walk")
    let data = ServerData(path: world.configuration.dataFolder)
    try await ServerRun.requireAccounts(in: data)
    for suffix in ["", "-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: data.accounts + suffix)
    }
    let error = await #expect(throws: DomainError.self) {
      try await ServerRun.requireAccounts(in: data)
    }
    #expect(error?.code == "accounts-missing")
    #expect(error?.message.contains("spaces-streaks.db") == true)
  }

  @Test func `the oldest backups go, and never the one that was just made`() async throws {
    defer { remove() }
    var paths: [String] = []
    for seconds in [100, 200, 300, 50] as [Int64] {
      paths.append(try await add(at: Instant(seconds: seconds)))
    }
    #expect(place.removeOldest(keeping: 2, and: paths[3]).removed.count == 2)
    #expect(Set(place.backups) == [paths[2], paths[3]])
  }

  @Test func `a backup that cannot be removed is not said to be gone`() async throws {
    defer { remove() }
    let (old, new) = (
      try await add(at: Instant(seconds: 100)), try await add(at: Instant(seconds: 200))
    )
    // What only somebody else can have put there.
    try FileManager.default.createDirectory(
      atPath: "\(old)/notes",
      withIntermediateDirectories: false
    )
    let (removed, left) = place.removeOldest(keeping: 1, and: new)
    #expect(removed.isEmpty)
    #expect(left == [old])
    #expect(place.backups == [new])
  }

  /// Adds a backup of nothing.
  private func add(at moment: Instant) async throws -> String {
    try await place.add(at: moment) { partial in
      let file = URL(fileURLWithPath: partial).appendingPathComponent(BackupManifest.name)
      try Data("{}".utf8).write(to: file)
    }
  }

  @Test func `a backup from a clock that was ahead is neither the newest nor in the way`()
    async throws
  {
    defer { remove() }
    var paths: [String] = []
    for hours in [-3, -2, -1, 9000] as [Int64] {
      paths.append(try await add(at: now.advanced(bySeconds: hours * 3600)))
    }
    #expect(place.meant == paths[2])
    #expect(place.removeOldest(keeping: 2, and: paths[2]).removed == [paths[0]])
    #expect(place.backups == [paths[1], paths[2], paths[3]])
  }

  @Test func `a backup that fails leaves nothing behind`() async throws {
    defer { remove() }
    struct Failure: Error {}
    await #expect(throws: Failure.self) {
      _ = try await place.add(at: now) { partial in
        try Data("x".utf8).write(to: URL(fileURLWithPath: partial).appendingPathComponent("x.db"))
        throw Failure()
      }
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [".lock"])
  }

  @Test func `the units run the server with few rights, as a user of its own`() throws {
    let units = ServerUnits(program: "/usr/local/bin/trellis-server").all
    let services = units.filter { $0.path.hasSuffix(".service") }
    #expect(services.count == 2)
    for unit in services {
      for line in [
        "User=trellis-server", "CapabilityBoundingSet=", "NoNewPrivileges=yes",
        "ProtectSystem=strict", "ProtectHome=yes", "MemoryDenyWriteExecute=yes", "UMask=0077",
        "SystemCallFilter=@system-service", "StateDirectoryMode=0700",
      ] {
        #expect(unit.text.split(separator: "\n").contains { $0 == line }, "\(line) in \(unit.path)")
      }
    }
    #expect(units.map(\.path).contains("/etc/sysusers.d/trellis-server.conf"))
  }

  @Test func `a manifest that leads elsewhere, or is of another format, is refused`() throws {
    defer { remove() }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for (format, name, word) in [
      (2, "accounts.db", "format 2"), (1, "../accounts.db", "no server keeps"),
    ] {
      let text = """
        {"files":[{"bytes":1,"kind":"database","name":"\(name)","sha256":""}],"format":\(format),
        "madeAt":"2026-03-10T08:00:00Z","program":"trellis-server","version":"1"}
        """
      try Data(text.utf8).write(to: folder.appendingPathComponent(BackupManifest.name))
      let error = #expect(throws: DomainError.self) { try BackupCheck(of: folder.path) }
      #expect(error?.message.contains(word) == true, "\(error?.message ?? "")")
    }
  }
}
