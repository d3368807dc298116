import ChildProcesses
import Driver
import Foundation
import Testing

/// A server that cannot store anything for a while: what a device is told, and that nothing is lost.
@Suite(.serialized) struct ServerStorageTests {
  private let laptop: Person

  init() throws {
    laptop = try Person()
    try laptop.ask("init", "--product", "streaks", "--time-zone", Noon.zone)
    try laptop.ask("add", "Read", "--every", "daily")
  }

  /// Checks a habit while the server cannot store it, and again once it can.
  private func check(
    _ server: ServerProcess,
    while trouble: (begin: () throws -> Void, end: () throws -> Void)
  ) throws {
    try laptop.join("signup", server)
    try trouble.begin()
    try laptop.ask("check", "Read")
    let refused = try laptop.run("sync", "now")
    #expect(refused.status == 1)
    let words = refused.output + refused.error
    #expect(words.contains("The server cannot store anything at the moment"), "\(words)")
    #expect(words.contains("What your devices hold is kept"), "\(words)")
    let status = try laptop.ask("sync", "status")
    #expect((status.number("waiting") ?? 0) > 0)
    #expect(try laptop.ask("today").number("done") == 1)
    try trouble.end()
    try laptop.ask("sync", "now")
    let phone = try Person()
    try phone.join("login", server)
    #expect(try phone.ask("today").number("done") == 1)
    #expect(try phone.run("export").output == laptop.run("export").output)
  }

  @Test(.enabled(if: FileSystems.canBeMounted, "needs a file system of its own"))
  func `K-10: a full disk of the server is told, and what was refused arrives later`() throws {
    let mounting = #"mkdir -p "$0" && mount -t tmpfs -o size=8m,mode=700 none "$0" && exec "$@""#
    let server = try ServerProcess { data in
      ["/usr/bin/unshare", "-m", "/bin/sh", "-c", mounting, data.path]
    }
    let filling = "\(server.data.path)/filling"
    try check(
      server,
      while: (
        begin: { try within(server, "cat /dev/zero >'\(filling)' 2>/dev/null || true") },
        end: { try within(server, "rm '\(filling)'") }
      )
    )
  }

  @Test func `K-10: a full disk is told by a backup and a restore, and no data are blamed`() throws
  {
    let server = try ServerProcess()
    try laptop.join("signup", server)
    let (whole, other) = ("\(server.folder.path)/backups", "\(server.folder.path)/others")
    try server.run("backup", whole)
    let refused = try server.runOnFullDisk("backup", other)
    #expect(refused.status == 1)
    #expect(refused.text.contains("\(other) cannot be written"), "\(refused.text)")
    server.stop()
    let half = try server.runOnFullDisk("restore", whole)
    #expect(half.status == 1)
    #expect(half.text.contains("free some space, and run it once more"), "\(half.text)")
    try server.run("restore", whole)
    try server.start()
    try laptop.ask("sync", "now")
    #expect(try laptop.ask("sync", "status").number("waiting") == 0)
  }

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/python3")))
  func `K-10: a database that another program locks is told, and nothing is lost`() throws {
    let server = try ServerProcess()
    var locking: ChildProcess?
    try check(
      server,
      while: (
        begin: { locking = try lock(server.data.appendingPathComponent("spaces-streaks.db")) },
        end: {
          locking?.terminate()
          locking?.wait()
        }
      )
    )
  }

  /// A program that holds the lock of writers until it ends.
  private func lock(_ database: URL) throws -> ChildProcess {
    let script = """
      import sqlite3, sys, time
      database = sqlite3.connect(sys.argv[1], isolation_level=None)
      database.execute("BEGIN IMMEDIATE")
      print("locked", flush=True)
      time.sleep(600)
      """
    let process = try ChildProcess(
      ChildProcess.Plan("/usr/bin/python3", ["-c", script, database.path], output: .pipe)
    )
    var line = [UInt8](repeating: 0, count: 64)
    try #require(read(process.output, &line, line.count) > 0)
    return process
  }

  /// Runs a script that sees the file systems of the server.
  private func within(_ server: ServerProcess, _ script: String) throws {
    let identifier = try #require(server.identifier)
    let words = ["-m", "-t", "\(identifier)", "/bin/sh", "-c", script]
    let exit = try ChildProcess(ChildProcess.Plan("/usr/bin/nsenter", words)).wait()
    try #require(exit.status == 0)
  }
}
