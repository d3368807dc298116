import Core
import TestKit
import Testing
import TrackingContract
import TrackingDomain

@Suite struct FindTests {
  private func found(_ text: String, among titles: [String]) throws -> String {
    let harness = try tracking()
    for title in titles { try harness.add(title) }
    return try harness.ask(FindHabit(text: text)).details.title
  }

  @Test(arguments: [
    ("Read", "Read"), ("read", "Read"), ("READ", "Read"), ("Read m", "Read more"),
    ("wa", "Walk"), ("éc", "Écrire"), ("Stretch ", "Stretch"),
  ])
  func `a title, whatever its letters' case, or the beginning of one`(
    text: String,
    title: String
  ) throws {
    let titles = ["Read", "Read more", "Walk", "Écrire", "Stretch"]
    #expect(try found(text, among: titles) == title)
  }

  @Test(arguments: ["Read", "Re\u{200B}ad", "\u{FEFF}re"])
  func `what nobody sees of a title need not be typed`(text: String) throws {
    #expect(try found(text, among: ["Rea\u{200B}d", "Walk"]) == "Rea\u{200B}d")
  }

  @Test func `the exact title wins over others that begin with it or differ in case`() throws {
    #expect(try found("run", among: ["Run", "run", "running"]) == "run")
    #expect(try found("run", among: ["Run", "running"]) == "Run")
  }

  @Test func `an id, its short form and its beginning find the habit`() throws {
    let harness = try tracking()
    let first = try harness.add("Walk")
    harness.now = harness.now.advanced(bySeconds: 86_400)
    let second = try harness.add("Walk")
    let id = second.id.description
    for text in [id, id.uppercased(), second.id.short, String(id.suffix(4)), String(id.prefix(12))]
    {
      #expect(try harness.ask(FindHabit(text: text)) == second, "\(text)")
    }
    #expect(try harness.ask(FindHabit(text: first.id.short)) == first)
    #expect(
      try refusal { _ = try harness.ask(FindHabit(text: "#\(id.suffix(3))")) }.code
        == "habit-unknown"
    )
  }

  @Test func `several that are meant alike are named with what tells them apart`() throws {
    let harness = try tracking()
    let first = try harness.add("Walk")
    let second = try harness.add("Walk")
    let refusal = try refusal { _ = try harness.ask(FindHabit(text: "walk")) }
    #expect(refusal.code == "habit-ambiguous")
    for habit in [first, second] { #expect(refusal.message.contains("“Walk” (\(habit.id.short)")) }
  }

  @Test func `twins are found as lists show them, and told apart by what differs`() throws {
    let harness = try tracking()
    let mind = try harness.add("Read") { $0.group = "Mind" }
    let work = try harness.add("Read") { $0.group = "Work" }
    #expect(try harness.ask(FindHabit(text: "Read (Mind)")) == mind)
    #expect(try harness.ask(FindHabit(text: "read (work)")) == work)
    let refusal = try refusal { _ = try harness.ask(FindHabit(text: "Read")) }
    #expect(refusal.code == "habit-ambiguous")
    #expect(refusal.message.contains("“Read” (\(mind.id.short), Mind)"))
    #expect(refusal.message.contains("“Read” (\(work.id.short), Work)"))
    // The list of all shows the third one too, and then it takes more to tell them apart.
    try harness.add("Read") {
      $0.group = "Mind"
      $0.archived = true
    }
    #expect(try harness.ask(FindHabit(text: "Read (Mind)")) == mind)
    #expect(try harness.ask(FindHabit(text: "Read (Work)")) == work)
  }

  @Test func `a twin without a group does not answer to what both are called`() throws {
    let harness = try tracking()
    try harness.add("Read")
    let work = try harness.add("Read") { $0.group = "Work" }
    #expect(try harness.ask(FindHabit(text: "Read (Work)")) == work)
    #expect(
      try refusal { _ = try harness.ask(FindHabit(text: "Read")) }.code == "habit-ambiguous"
    )
  }

  @Test func `of very many only some are named`() throws {
    let harness = try tracking()
    for number in 1...7 { try harness.add("Walk \(number)") }
    let ambiguous = try refusal { _ = try harness.ask(FindHabit(text: "wal")) }
    #expect(ambiguous.message.contains("and 2 more"))
    let unknown = try refusal { _ = try harness.ask(FindHabit(text: "swim")) }
    #expect(unknown.code == "habit-unknown")
    #expect(unknown.message.contains("“swim”"))
    #expect(unknown.message.contains("“Walk 7”"))
  }

  @Test func `long titles are shortened, and so is what was typed`() throws {
    let harness = try tracking()
    let title = String(repeating: "long ", count: 39)
    for number in 1...10 { try harness.add("\(title)\(number)") }
    let wanted = String(repeating: "nothing of it ", count: 5000)
    let unknown = try refusal { _ = try harness.ask(FindHabit(text: wanted)) }
    #expect(unknown.code == "habit-unknown")
    #expect(unknown.message.contains("“\(wanted.prefix(59))…”"))
    #expect(unknown.message.contains("“\(title.prefix(29))…” and 2 more."))
    #expect(unknown.message.count < 500)
    let ambiguous = try refusal { _ = try harness.ask(FindHabit(text: title)) }
    #expect(ambiguous.code == "habit-ambiguous")
    #expect(ambiguous.message.count < 900)
  }

  @Test func `of one that is archived and one that is not the latter is meant`() throws {
    let harness = try tracking()
    try harness.add("Walk") { $0.archived = true }
    let active = try harness.add("Walk")
    #expect(try harness.ask(FindHabit(text: "Walk")) == active)
  }

  @Test func `an archived habit is found so that it can be brought back`() throws {
    let harness = try tracking()
    let habit = try harness.add("Walk") { $0.archived = true }
    #expect(try harness.ask(FindHabit(text: "wal")) == habit)
  }

  @Test(arguments: [("", "habit-missing"), ("  ", "habit-missing"), ("Walk", "habit-unknown")])
  func `where there is nothing to find it says so`(text: String, code: String) throws {
    #expect(try refusal { _ = try tracking().ask(FindHabit(text: text)) }.code == code)
  }
}
