import ChildProcesses
import Driver
import Foundation
import SQLite
import Testing

/// Files that commands write where the person says.
@Suite struct OutputTests {
  /// A person with a habit, and a folder of theirs outside of the home.
  private final class Place: Sendable {
    let person: Person
    let folder: String

    init() throws {
      person = try Person()
      try person.ask("add", "Read")
      let url = FileManager.default.temporaryDirectory.appendingPathComponent("out-\(UUID())")
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
      folder = url.path
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    func path(_ name: String) -> String { "\(folder)/\(name)" }

    var names: [String] {
      (try? FileManager.default.contentsOfDirectory(atPath: folder).sorted()) ?? []
    }
  }

  @Test func `a pipe is written to and stays a pipe`() throws {
    let place = try Place()
    let pipe = place.path("pipe")
    #expect(mkfifo(pipe, 0o600) == 0)
    for command in [["export", "--out", pipe], ["backup", pipe]] {
      let reader = try ChildProcess(
        ChildProcess.Plan("/bin/sh", ["-c", "cat '\(pipe)' > '\(place.path("copy"))'"])
      )
      #expect(try place.person.run(command, now: nil).status == 0)
      reader.wait()
      let bytes = try Data(contentsOf: URL(fileURLWithPath: place.path("copy")))
      #expect(bytes.starts(with: Data((command[0] == "backup" ? "SQLite format 3" : "{").utf8)))
    }
    #expect(place.names == ["copy", "pipe"])
    var status = stat()
    #expect(lstat(pipe, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO)
  }

  @Test(.enabled(if: geteuid() == 0, "only root can give files to another user"))
  func `a pipe or link that another user has put there gets nothing`() throws {
    let place = try Place()
    let (pipe, link, real) = (place.path("pipe"), place.path("link"), place.path("real"))
    let other: uid_t = 65_534
    #expect(mkfifo(pipe, 0o666) == 0 && chown(pipe, other, other) == 0)
    try Data("mine".utf8).write(to: URL(fileURLWithPath: real))
    #expect(symlink(real, link) == 0 && lchown(link, other, other) == 0)
    #expect(chmod(place.folder, 0o1777) == 0)
    for (path, words) in [(pipe, "pipe of another user"), (link, "another user has put there")] {
      for command in [["export", "--out", path], ["backup", path, "--overwrite"]] {
        let refusal = try place.person.run(command, now: nil)
        #expect(refusal.status == 1)
        #expect(refusal.error.asOneLine.contains(words))
      }
    }
    #expect(try String(contentsOfFile: real, encoding: .utf8) == "mine")
  }

  @Test func `standard output gets the file and nothing else`() throws {
    let place = try Place()
    let printed = try place.person.run("export", "--out", "/dev/stdout")
    #expect(printed.status == 0)
    #expect(printed.output == (try place.person.run("export").output))
  }

  @Test func `a link is followed, and one that leads nowhere is refused`() throws {
    let place = try Place()
    let manager = FileManager.default
    try Data().write(to: URL(fileURLWithPath: place.path("real")))
    try manager.createSymbolicLink(
      atPath: place.path("link"),
      withDestinationPath: place.path("real")
    )
    try manager.createSymbolicLink(atPath: place.path("lost"), withDestinationPath: "/nowhere/x")
    #expect(try place.person.run("backup", place.path("link"), "--overwrite").status == 0)
    #expect(try manager.destinationOfSymbolicLink(atPath: place.path("link")) == place.path("real"))
    let size = try manager.attributesOfItem(atPath: place.path("real"))[.size] as? Int ?? 0
    #expect(size > 0)
    for command in [["backup", place.path("lost")], ["export", "--out", place.path("lost")]] {
      let refusal = try place.person.run(command, now: nil)
      #expect(refusal.status == 1)
      #expect(refusal.error.asOneLine.contains("link to a file that does not exist"))
    }
  }

  @Test func `nothing that belongs to the data is replaced`() throws {
    let place = try Place()
    let home = place.person.home.path
    let before = try place.person.run("list").output
    for name in ["space.db", "space.db-wal", "space.db.lock", "space.db-journal", "space.db.copy"] {
      for command in [
        ["backup", "\(home)/\(name)", "--overwrite"], ["export", "--out", "\(home)/\(name)"],
      ] {
        let refusal = try place.person.run(command, now: nil)
        #expect(refusal.status == 1, "\(command)")
        #expect(refusal.error.asOneLine.contains("your data itself"), "\(refusal.error)")
      }
    }
    #expect(try place.person.run("list").output == before)
    #expect(try place.person.run("verify").status == 0)
  }

  @Test func `folders, sockets and full devices are refused in words`() throws {
    let place = try Place()
    #expect(
      try place.person.run("backup", place.folder, "--overwrite").error.asOneLine
        .contains("is a folder")
    )
    let full = try place.person.run("export", "--out", "/dev/full")
    #expect(full.status == 1)
    #expect(full.error.asOneLine.contains("No space left on device"))
  }

  @Test func `a damaged home does not take the place of a good backup`() throws {
    let place = try Place()
    let backup = place.path("backup.db")
    try place.person.ask("backup", backup)
    let good = try Data(contentsOf: URL(fileURLWithPath: backup))
    let journal = place.person.home.appendingPathComponent("space.db").path
    try Database(path: journal, mode: .readWrite)
      .execute("UPDATE facts SET form = NULL, body = x'7B7D' WHERE seq = 1")
    let refusal = try place.person.run("backup", backup, "--overwrite")
    #expect(refusal.status == 1)
    #expect(refusal.error.asOneLine.contains("no backup was made"))
    #expect(try Data(contentsOf: URL(fileURLWithPath: backup)) == good)
    #expect(place.names == ["backup.db"])
  }

  @Test func `what a killed program left behind goes with the next writing`() throws {
    let place = try Place()
    // No process has such a number: the greatest of Linux is 4194304.
    for name in ["mine.json.9999999.partial", "mine.json.9999999.partial-journal"] {
      try Data("left".utf8).write(to: URL(fileURLWithPath: place.path(name)))
    }
    let others = place.path("yours.json.9999999.partial")
    try Data("left".utf8).write(to: URL(fileURLWithPath: others))
    try place.person.ask("export", "--out", place.path("mine.json"))
    #expect(place.names == ["mine.json", "yours.json.9999999.partial"])
  }
}
