import Driver
import Foundation
import Testing

/// Milestones in imported history: past ones are silent, those reached today are reported once.
@Suite struct ImportedMilestoneTests {
  /// Writes a history of daily habits in harsh's format, and returns its path.
  private func harsh(_ habits: [(title: String, days: [String])], in life: Life) throws -> String {
    let folder = life.file("harsh-\(UUID().uuidString)")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let names = habits.map { "\($0.title): 1\n" }.joined()
    let lines = habits.flatMap { habit in habit.days.map { "\($0) : \(habit.title) : y : : \n" } }
    for (name, text) in [("habits", "! Habits\n" + names), ("log", lines.joined())] {
      try text.write(toFile: "\(folder)/\(name)", atomically: true, encoding: .utf8)
    }
    return folder
  }

  private func notices(_ life: Life) throws -> [[String: Any]] {
    try life.ask("inbox").items().filter { $0.text("kind") == "milestone" }
  }

  private func levels(_ life: Life) throws -> [Int?] {
    try life.ask("badges").items().map { $0.number("level") }
  }

  private let sentence = "Read: 30 days"

  @Test(arguments: ["streaks", "hobbyist"])
  func `streaks of March are no news in November`(product: String) throws {
    let life = try Life(product, at: "2026-11-20T18:00:00Z")
    let march = (title: "Read", days: Days.ending("2026-03-30", 30))
    let words = try life.seeOnTerminal("import", try harsh([march], in: life))
    #expect(words.contains("30 marked days"))
    #expect(!words.contains("in a row"))
    #expect(!words.contains("7 days") && !words.contains("30 days"))
    #expect(try notices(life).isEmpty)
    life.pass(days: 1)
    #expect(try !life.seeOnTerminal("today").contains("in a row"))
    #expect(try notices(life).isEmpty)
    guard product == "streaks" else { return }
    let badges = try life.ask("badges").items()
    #expect(badges.map { $0.number("level") } == [7, 30])
    #expect(badges.texts("day") == ["2026-03-07", "2026-03-30"])
  }

  @Test func `a run that reached its length yesterday is no news either`() throws {
    let life = try Life("streaks", at: "2026-03-31T18:00:00Z")
    let history = (title: "Read", days: Days.ending("2026-03-30", 30))
    #expect(try !life.see("import", try harsh([history], in: life)).contains("in a row"))
    #expect(try notices(life).isEmpty)
    #expect(try levels(life) == [7, 30])
  }

  @Test func `a run that reaches thirty today is said once`() throws {
    let life = try Life("streaks", at: "2026-03-30T18:00:00Z")
    let history = (title: "Read", days: Days.ending("2026-03-30", 30))
    let file = try harsh([history], in: life)
    let words = try life.see("import", file).asOneLine
    #expect(words.contains("30 marked days"))
    #expect(words.count(of: sentence) == 1)
    #expect(try levels(life) == [7, 30])
    #expect(try notices(life).texts("day") == ["2026-03-30"])
    for again in [["import", file], ["uncheck", "Read"], ["check", "Read"]] {
      let outcome = try life.person.run(again, now: life.instant)
      #expect(outcome.status == 0)
      #expect(!outcome.output.asOneLine.contains(sentence), "\(again)")
    }
    #expect(try notices(life).count == 1)
  }

  @Test func `where nothing celebrates it is said once by its notice`() throws {
    let life = try Life("hobbyist", at: "2026-03-30T18:00:00Z")
    let history = (title: "Read", days: Days.ending("2026-03-30", 30))
    let file = try harsh([history], in: life)
    #expect(try life.seeOnTerminal("import", file).count(of: sentence) == 1)
    #expect(try !life.seeOnTerminal("import", file).contains(sentence))
    #expect(try notices(life).count == 1)
  }

  @Test func `only what stands exactly at a length today is said`() throws {
    let life = try Life("streaks", at: "2026-03-30T18:00:00Z")
    let habits = [
      (title: "Read", days: Days.ending("2026-03-30", 30)),
      (title: "Run", days: Days.ending("2026-03-30", 31)),
      (title: "Draw", days: Days.ending("2026-03-29", 7)),
      (title: "Swim", days: Days.ending("2026-03-30", 7)),
    ]
    let words = try life.see("import", try harsh(habits, in: life)).asOneLine
    #expect(words.count(of: sentence) == 1)
    #expect(words.count(of: "Swim: 7 days") == 1)
    #expect(!words.contains("Run: ") && !words.contains("Draw: "))
    #expect(Set(try notices(life).compactMap { $0.text("title") }) == ["Read", "Swim"])
  }

  // MARK: Archives

  /// Uses one home up to 30 days in a row, the last of them today, and exports it.
  private func archive(_ product: String) throws -> String {
    let life = try Life(product, at: "2026-03-30T08:00:00Z")
    try life.bring([(title: "Read", days: Days.ending("2026-03-29", 29))])
    try life.ask("check", "Read")
    return try life.see("export")
  }

  private func bring(_ archive: String, to life: Life) throws -> String {
    let file = life.file("export.json")
    try archive.write(toFile: file, atomically: true, encoding: .utf8)
    return try life.seeOnTerminal("import", file)
  }

  @Test func `what an archive says was told is not told again`() throws {
    let archive = try archive("streaks")
    let life = try Life("streaks", at: "2026-03-30T09:00:00Z")
    let words = try bring(archive, to: life)
    #expect(words.contains("Imported all of it: "))
    #expect(!words.contains(sentence))
    #expect(try notices(life).count == 1)
    #expect(try levels(life) == [7, 30])
    for command in ["uncheck", "check"] {
      #expect(try !life.seeOnTerminal(command, "Read").contains(sentence), "\(command)")
    }
    #expect(try notices(life).count == 1)
  }

  @Test func `what an archive has reached today and nobody told is told once`() throws {
    // From a product that neither celebrates nor gives notices.
    let archive = try archive("beebloom")
    let life = try Life("streaks", at: "2026-03-30T09:00:00Z")
    let words = try bring(archive, to: life)
    #expect(words.contains("Imported all of it: "))
    #expect(words.count(of: sentence) == 1)
    #expect(try notices(life).count == 1)
    #expect(
      try bring(archive, to: life)
        == "Everything in this export is here already; nothing was changed."
    )
    #expect(try notices(life).count == 1)
  }

  @Test func `a notice that an archive says was given is not given again`() throws {
    let archive = try archive("hobbyist")
    let life = try Life("hobbyist", at: "2026-03-30T09:00:00Z")
    #expect(try !bring(archive, to: life).contains(sentence))
    #expect(try notices(life).count == 1)
  }

  @Test(arguments: ["beebloom", "hobbyist", "streaks"])
  func `an archive of yesterday is silent today`(product: String) throws {
    let archive = try archive(product)
    let life = try Life("streaks", at: "2026-03-31T09:00:00Z")
    #expect(try !bring(archive, to: life).contains(sentence))
    #expect(try notices(life).count == (product == "beebloom" ? 0 : 1))
    #expect(try levels(life) == [7, 30])
  }
}
