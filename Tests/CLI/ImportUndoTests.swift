import Driver
import Foundation
import Testing

/// Imports that are taken back, or stay because something was built on them.
@Suite struct ImportUndoTests {
  /// A file with an export of another home.
  private func export(_ product: String, for life: Life) throws -> String {
    let other = try Life(product, at: "2026-03-19T08:00:00Z")
    if product == "sober" {
      try other.ask("sober", "mark")
    } else {
      try other.ask("add", "Theirs")
      try other.ask("check", "Theirs")
    }
    let file = life.file("theirs.json")
    try other.see("export", "--out", file, "--overwrite")
    return file
  }

  private func days(_ life: Life, _ product: String) throws -> String {
    try life.person.run(["export", "--format", "csv"], now: life.instant).output
  }

  @Test(arguments: ["hobbyist", "beebloom", "sober", "streaks"])
  func `C15: an export that was imported is taken back as one`(_ product: String) throws {
    let life = try Life(product, at: "2026-03-20T08:00:00Z")
    if product == "sober" {
      try life.ask("sober", "begin", "Nicotine", "--last", "yesterday")
    } else {
      try life.ask("add", "Mine")
    }
    let file = try export(product, for: life)
    let before = try days(life, product)
    #expect(try life.see("import", file).asOneLine.contains("trellis import --undo"))
    #expect(try days(life, product) != before)
    let words = try life.see("import", "--undo").asOneLine
    #expect(words.contains("Took the import back:"), "\(words)")
    #expect(words.contains("from an export"))
    #expect(try days(life, product) == before)
    #expect(try life.ask("verify").flag("intact") == true)
    #expect(try life.refused("import", "--undo").contains("no import"))
    // The same file can come again, and go again.
    let again = try life.ask("import", file)
    #expect((again.number("entriesAdded") ?? 0) > 0)
    let document = try life.ask("import", "--undo")
    #expect(document.text("source") == "trellis")
    #expect(document.number("entriesRemoved") == again.number("entriesAdded"))
    #expect(!document.keys.contains("habitsRemoved"))
  }

  @Test(arguments: [false, true])
  func `C15: what was imported before a restore is not taken back from what was restored`(
    isLonger: Bool
  ) throws {
    let life = try Life("hobbyist", at: "2026-03-20T08:00:00Z")
    let other = try Life("hobbyist", at: "2026-03-20T08:00:00Z")
    let (backup, file) = (life.file("kept.db"), try export("hobbyist", for: life))
    for title in isLonger ? ["A", "B", "C", "D", "E", "F", "G", "H"] : ["A"] {
      try other.ask("add", title)
    }
    try other.see("backup", backup)
    try life.ask("add", "Mine")
    try life.see("import", file)
    try life.see("restore", backup)
    #expect(try life.refused("import", "--undo").contains("no import"))
    #expect(try life.ask("list").items().first?.text("title") == "A")
  }

  @Test func `C15: an export after its own table says what is there twice`() throws {
    let other = try Life("hobbyist", at: "2026-03-19T08:00:00Z")
    for title in ["Read", "Run"] {
      try other.ask("add", title)
      try other.ask("check", title)
    }
    let life = try Life("hobbyist", at: "2026-03-20T08:00:00Z")
    let (table, export) = (life.file("theirs.csv"), life.file("theirs.json"))
    try other.see("export", "--format", "csv", "--out", table)
    try other.see("export", "--out", export)
    try life.see("import", table)
    let words = try life.see("import", export).asOneLine
    #expect(words.contains("“Read” and “Run” are there twice now"), "\(words)")
    #expect(words.contains("trellis join"))
    // The import can still be taken back, as nothing was joined by itself.
    try life.see("import", "--undo")
    #expect(try life.ask("list").items().count == 2)
    let first = try Life("hobbyist", at: "2026-03-20T08:00:00Z")
    #expect(try !first.see("import", export).contains("there twice"))
  }

  @Test func `C15: an export stays once something was entered, and words say when`() throws {
    let life = try Life("hobbyist", at: "2026-03-20T08:00:00Z")
    try life.see("import", try export("hobbyist", for: life))
    life.pass(hours: 1)
    try life.ask("check", "Theirs")
    let refusal = try life.refused("import", "--undo").asOneLine
    #expect(refusal.contains("1 entry was made here since the export was imported"))
    #expect(refusal.contains("2026-03-20T09:00:00"))
    #expect(try life.ask("list").items().map { $0.text("title") } == ["Theirs"])
  }

  @Test func `C15: the later of two imports is taken back`() throws {
    let life = try Life("hobbyist", at: "2026-03-20T08:00:00Z")
    try life.see("import", try export("hobbyist", for: life))
    life.pass(hours: 1)
    try life.bring([(title: "Read", days: ["2026-03-02"])])
    #expect(try life.see("import", "--undo").asOneLine.contains("1 habit and 1 marked day"))
    #expect(try life.ask("list").items().map { $0.text("title") } == ["Theirs"])
    life.pass(hours: 1)
    try life.bring([(title: "Read", days: ["2026-03-02"])])
    life.pass(hours: 1)
    try life.see("import", try export("hobbyist", for: life))
    #expect(try life.see("import", "--undo").asOneLine.contains("from an export"))
    #expect(
      try life.ask("list").items().map { $0.text("title") ?? "" }.sorted() == ["Read", "Theirs"]
    )
  }

  @Test func `C15: a freeze or a reminder since the import keeps it, and is named`() throws {
    let life = try Life("streaks", at: "2026-06-10T08:00:00Z")
    try life.bring([(title: "Read", days: Days.ending("2026-06-08", 40))])
    try life.ask("freeze", "Read")
    let freeze = try life.refused("import", "--undo").asOneLine
    #expect(freeze.contains("“Read” was changed since"))
    #expect(freeze.contains("a freeze protects 2026-06-09"))
    let other = try Life("streaks", at: "2026-06-10T08:00:00Z")
    try other.bring([(title: "Read", days: Days.ending("2026-06-08", 40))])
    try other.ask("remind", "Read", "19:00")
    let reminder = try other.refused("import", "--undo").asOneLine
    #expect(reminder.contains("a reminder was set for 19:00"))
    try other.ask("remind", "Read", "off")
    try other.ask("import", "--undo")
    #expect(try other.ask("list").items().isEmpty)
  }
}
