import Core
import TestKit
import Testing
import TrackingContract
import TrackingDomain

@Suite struct EditTests {
  @Test func `an edit changes what it names and leaves the rest and the history`() throws {
    let harness = try tracking()
    let habit = try harness.add("Read") { $0.notes = "Ten pages" }
    try harness.check(habit)
    let edited = try harness.edit(habit) {
      $0.title = " Read more "
      $0.color = HabitColor("blue")
    }
    #expect(edited.details.title == "Read more")
    #expect(edited.details.color.description == "blue")
    #expect(edited.details.notes == "Ten pages")
    #expect(edited.createdAt == habit.createdAt)
    #expect(try harness.status(habit) == .done)
  }

  static let sameAgain: [@Sendable (inout HabitPatch) -> Void] = [
    { $0.title = "Read" }, { $0.title = "  Read " }, { $0.notes = "Ten pages" },
    { $0.question = "" }, { $0.color = .green }, { $0.group = "Evening" },
    { $0.icon = "📚" }, { $0.icon = " 📚" },
    { $0.schedule = .daily }, { $0.priority = .normal }, { $0.difficulty = .easy },
    { $0.target = Target(amount: Amount(20), unit: "pages") }, { $0.archived = false },
    { $0.position = 0 }, { $0.reminders = [] }, { _ in },
  ]

  @Test(arguments: sameAgain.indices)
  func `setting what is set already appends nothing`(index: Int) throws {
    let harness = try tracking()
    let habit = try harness.add("Read") {
      $0.notes = "Ten pages"
      $0.icon = "📚"
      $0.group = "Evening"
      $0.target = Target(amount: Amount(20), unit: "pages")
    }
    #expect(try harness.edit(habit, EditTests.sameAgain[index]) == habit)
    #expect(harness.factNames(from: 1).isEmpty)
  }

  @Test func `an icon is one emoji, and an empty one takes it away`() throws {
    let harness = try tracking()
    let habit = try harness.add("Read") { $0.icon = "📚" }
    for icon in ["🏳️‍🌈", "👩🏽‍🎤", "🇯🇵", "7️⃣", "☎️"] {
      #expect(try harness.edit(habit) { $0.icon = HabitIcon(icon) }.details.icon == HabitIcon(icon))
    }
    for text in ["R", "7", "📚📚", "Read 📚", "☎"] {
      let refusal = try refusal { try harness.edit(habit) { $0.icon = HabitIcon(text) } }
      #expect(refusal.code == "icon-not-emoji", "\(text)")
      #expect(refusal.message.contains("“\(text)”"))
    }
    #expect(try harness.edit(habit) { $0.icon = "" }.details.icon == nil)
    #expect(try refusal { try harness.add("Run") { $0.icon = "run" } }.code == "icon-not-emoji")
  }

  @Test func `taking away a target that is not there appends nothing`() throws {
    let harness = try tracking()
    let habit = try harness.add("Read")
    try harness.edit(habit) { $0.removesTarget = true }
    try harness.edit(habit) { $0.group = "" }
    #expect(harness.factNames(from: 1).isEmpty)
  }

  @Test func `only what differs is appended`() throws {
    let harness = try tracking()
    let habit = try harness.add("Read")
    var patch = HabitPatch()
    patch.title = "Read"
    patch.notes = "New"
    let facts = try harness.decide(EditHabit(habit: habit.id, patch: patch))
    let edited = try #require(facts.first as? HabitEdited)
    patch.title = nil
    #expect(edited.patch == patch)
  }

  @Test func `a target is set, replaced and taken away`() throws {
    let harness = try tracking()
    let habit = try harness.add("Read")
    let pages = Target(amount: Amount(20), unit: "pages")
    let minutes = Target(amount: Amount(5), unit: "minutes", direction: .atMost)
    #expect(try harness.edit(habit) { $0.target = pages }.details.target == pages)
    #expect(try harness.edit(habit) { $0.target = minutes }.details.target == minutes)
    #expect(try harness.edit(habit) { $0.removesTarget = true }.details.target == nil)
  }

  @Test(arguments: [false, true])
  func `a new target wins over taking the old one away`(hadOne: Bool) throws {
    let harness = try tracking()
    let old = Target(amount: Amount(5), unit: "pages")
    let new = Target(amount: Amount(20), unit: "pages")
    let habit = try harness.add("Read") { $0.target = hadOne ? old : nil }
    let edited = try harness.edit(habit) {
      $0.removesTarget = true
      $0.target = new
    }
    #expect(edited.details.target == new)
  }

  @Test func `an empty group takes the habit out of its group`() throws {
    let harness = try tracking()
    let habit = try harness.add { $0.group = "Evening" }
    #expect(try harness.edit(habit) { $0.group = " " }.details.group == nil)
  }

  @Test func `edits of different details on two devices both stay`() throws {
    let harness = try tracking()
    let habit = try harness.add("Read")
    var title = HabitPatch()
    title.title = "Read daily"
    var notes = HabitPatch()
    notes.notes = "By the window"
    // The later edit arrives first.
    try harness.given(HabitEdited(habit: habit.id, patch: notes), at: stamp(20, device: 3))
    try harness.given(HabitEdited(habit: habit.id, patch: title), at: stamp(10, device: 2))
    let details = try #require(try harness.ask(AllHabits()).first).details
    #expect(details.title == "Read daily")
    #expect(details.notes == "By the window")
  }

  @Test(arguments: [(10, 2, 20, 1, "B"), (20, 1, 10, 2, "A"), (10, 1, 10, 2, "B")])
  func `of two edits of one detail the later stays, of equal times the greater device's`(
    a: Int64,
    deviceA: UInt64,
    b: Int64,
    deviceB: UInt64,
    kept: String
  ) throws {
    for reversed in [false, true] {
      let harness = try tracking()
      let habit = try harness.add("Read")
      var edits = [("A", stamp(a, device: deviceA)), ("B", stamp(b, device: deviceB))]
      if reversed { edits.reverse() }
      for (title, stamp) in edits {
        var patch = HabitPatch()
        patch.title = title
        try harness.given(HabitEdited(habit: habit.id, patch: patch), at: stamp)
      }
      #expect(try harness.titles() == [kept])
    }
  }

  @Test func `an edit that arrives before the creation is not lost`() throws {
    let harness = try tracking()
    let id = HabitID(rawValue: 5)
    var patch = HabitPatch()
    patch.title = "Later"
    try harness.given(HabitEdited(habit: id, patch: patch), at: stamp(10))
    #expect(try harness.titles().isEmpty)
    let details = HabitDetails(title: "Earlier", notes: "Kept")
    let created = HabitCreated(
      habit: id,
      details: details,
      on: Day(number: 20_000),
      at: harness.now
    )
    try harness.given(created, at: stamp(5))
    let habit = try #require(try harness.ask(AllHabits()).first)
    #expect(habit.details.title == "Later")
    #expect(habit.details.notes == "Kept")
  }

  @Test func `a second creation, as by an import elsewhere, takes no edit back`() throws {
    let id = HabitID(rawValue: 5)
    var patch = HabitPatch()
    patch.title = "Mine"
    patch.schedule = .every(days: 3)
    func created(_ details: HabitDetails) -> HabitCreated {
      HabitCreated(habit: id, details: details, on: Day(number: 20_000), at: Instant(seconds: 0))
    }
    let facts = [
      StampedFact(created(HabitDetails(title: "Read", notes: "First")), stamp(5)),
      StampedFact(HabitEdited(habit: id, patch: patch), stamp(7)),
      StampedFact(created(HabitDetails(title: "Read", notes: "Second")), stamp(10, device: 8)),
    ]
    try assertConverges([TrackingModule.self], facts, seed: 5)
    let harness = try tracking()
    for fact in facts.reversed() { try harness.given(fact.fact, at: fact.stamp) }
    let details = try #require(try harness.ask(AllHabits()).first).details
    #expect((details.title, details.notes) == ("Mine", "First"))
    #expect(details.schedule == .every(days: 3))
  }

  @Test func `edits are refused where creating is`() throws {
    let harness = try tracking()
    let habit = try harness.add("Read")
    let unit = String(repeating: "x", count: 51)
    let refusals = try [
      refusal { try harness.edit(habit) { $0.title = " " } },
      refusal { try harness.edit(habit) { $0.title = String(repeating: "x", count: 201) } },
      refusal { try harness.edit(habit) { $0.notes = String(repeating: "x", count: 4001) } },
      refusal { try harness.edit(habit) { $0.group = String(repeating: "x", count: 201) } },
      refusal { try harness.edit(habit) { $0.target = Target(amount: Amount(0), unit: "") } },
      refusal { try harness.edit(habit) { $0.target = Target(amount: Amount(1), unit: unit) } },
      refusal { try harness.edit(habit) { $0.schedule = .weekdays([]) } },
      refusal { try harness.edit(habit) { $0.reminders = [ReminderTime(minutes: 1441)] } },
    ]
    #expect(
      refusals.map(\.code) == [
        "title-missing", "title-too-long", "text-too-long", "group-too-long",
        "target-not-positive", "unit-too-long", "schedule-impossible", "bad-reminder",
      ]
    )
    let fields = ["title", "title", "notes", "group", "target", "unit", "rhythm", nil]
    #expect(refusals.map(\.field) == fields)
    for refusal in refusals { #expect(refusal.message.contains("Nothing was saved")) }
    #expect(harness.factNames(from: 1).isEmpty)
  }

  @Test func `a habit that is not there cannot be edited`() throws {
    let command = EditHabit(habit: HabitID(rawValue: 1), patch: HabitPatch())
    #expect(try refusal { try tracking().when(command) }.code == "unknown-habit")
  }
}

@Suite struct ArchiveTests {
  @Test func `an archived habit is out of sight, keeps its history and comes back`() throws {
    let harness = try tracking()
    let habit = try harness.add("Read")
    try harness.check(habit)
    try harness.edit(habit) { $0.archived = true }
    let today = try day("2026-03-12")
    #expect(try harness.titles().isEmpty)
    #expect(try harness.titles(includesArchived: true) == ["Read"])
    #expect(try harness.ask(DaysOfHabits(from: today, to: today)).isEmpty)
    #expect(try harness.ask(DoneCounts(from: today, to: today)) == [1])
    #expect(try harness.status(habit) == .done)
    try harness.edit(habit) { $0.archived = false }
    #expect(try harness.titles() == ["Read"])
  }

  @Test func `days of an archived habit cannot be marked`() throws {
    let harness = try tracking()
    let habit = try harness.add("Read") { $0.archived = true }
    let refusal = try refusal { try harness.check(habit) }
    #expect(refusal.code == "habit-archived")
    #expect(refusal.message.contains("“Read”"))
  }
}
