import Driver
import Foundation
import Testing

/// What a command leaves of the journal's write-ahead log.
@Suite struct ClosedLogTests {
  private func size(of name: String, in life: Life) throws -> Int {
    try Data(contentsOf: life.person.home.appendingPathComponent(name)).count
  }

  @Test
  func `a command that wrote much leaves an empty log, and one that wrote little a short one`()
    throws
  {
    let life = try Life("hobbyist", at: "2026-03-31T18:00:00Z")
    let folder = life.file("harsh")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let note = String(repeating: "long ", count: 700)
    let days = Days.ending("2026-03-30", 300)
    let log = days.map { "\($0) : Read : y : \(note) : \n" }.joined()
    for (name, text) in [("habits", "! Habits\nRead: 1\n"), ("log", log)] {
      try text.write(toFile: "\(folder)/\(name)", atomically: true, encoding: .utf8)
    }
    #expect(try life.see("import", folder).contains("300 marked days"))
    #expect(try size(of: "space.db-wal", in: life) == 0)
    #expect(try size(of: "space.db", in: life) > 1_000_000)
    try life.ask("check", "Read")
    #expect(try size(of: "space.db-wal", in: life) > 4096)
    #expect(try life.ask("day", "Read").text("status") == "done")
  }
}
