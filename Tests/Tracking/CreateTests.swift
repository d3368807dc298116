import Core
import TestKit
import Testing
import TrackingContract
import TrackingDomain

@Suite struct CreateTests {
  @Test func `a created habit is there with its details, its day and its moment`() throws {
    let harness = try tracking("2026-03-12T23:30:00Z", zone: "Europe/Vienna")
    let habit = try harness.add("Read", try schedule("3/week")) {
      $0.notes = "Ten pages"
      $0.group = "Evening"
      $0.difficulty = .hard
      $0.priority = .high
    }
    #expect(habit.createdOn.description == "2026-03-13")
    #expect(habit.createdAt == harness.now)
    #expect(habit.details.notes == "Ten pages")
    #expect(habit.details.group == "Evening")
    #expect(habit.details.difficulty == .hard)
    #expect(try harness.ask(AllHabits()) == [habit])
  }

  private func details(_ json: String) throws -> HabitDetails {
    try JSON.decode(CreateHabit.self, from: Array("{\"details\":\(json)}".utf8)).details
  }

  @Test func `a request has to give only the title, and a fact has everything`() throws {
    #expect(try details("{\"title\":\"Read\"}") == HabitDetails(title: "Read"))
    #expect(try details("{\"title\":\"Read\",\"color\":null}") == HabitDetails(title: "Read"))
    #expect(throws: DecodingError.self) { try details("{\"notes\":\"Ten pages\"}") }
    let alone = Array("{\"title\":\"Read\"}".utf8)
    #expect(throws: DecodingError.self) { try JSON.decode(HabitDetails.self, from: alone) }
  }

  @Test func `a request keeps all that it gives`() throws {
    let given = HabitDetails(
      title: "Read",
      notes: "Ten pages",
      question: "Read today?",
      color: HabitColor(rgb: 0x123456),
      icon: "📚",
      group: "Evening",
      schedule: try schedule("3/week"),
      priority: .high,
      difficulty: .hard,
      target: Target(amount: Amount(20), unit: "pages", direction: .atMost),
      archived: true,
      position: 7,
      reminders: [ReminderTime(minutes: 450)]
    )
    let written = try JSON.encode(CreateHabit(details: given))
    #expect(try JSON.decode(CreateHabit.self, from: written).details == given)
  }

  @Test(arguments: [
    ("  Read  ", "Read"), ("\tRead\n", "Read"), ("\u{3000}本\u{3000}", "本"),
    ("Read a book", "Read a book"), ("👩‍👩‍👧 call", "👩‍👩‍👧 call"),
  ])
  func `white space around a title is dropped`(typed: String, kept: String) throws {
    #expect(try tracking().add(typed).details.title == kept)
  }

  @Test(arguments: ["", " ", "\n\t ", "\u{A0}"])
  func `a title of nothing is refused`(title: String) throws {
    let harness = try tracking()
    let refusal = try refusal { try harness.add(title) }
    #expect(refusal.code == "title-missing")
    #expect(harness.facts.isEmpty)
  }

  @Test func `a title may have 200 characters, counted as people count them`() throws {
    let harness = try tracking()
    #expect(try harness.add(String(repeating: "é", count: 200)).details.title.count == 200)
    let refusal = try refusal { try harness.add(String(repeating: "é", count: 201)) }
    #expect(refusal.code == "title-too-long")
    #expect(refusal.message.contains("201"))
    #expect(refusal.message.contains("200"))
  }

  @Test func `texts longer than 4000 characters are refused, not cut`() throws {
    let harness = try tracking()
    let long = String(repeating: "x", count: 4001)
    let notes = try refusal { try harness.add { $0.notes = long } }
    let question = try refusal { try harness.add { $0.question = long } }
    #expect(notes.code == "text-too-long")
    #expect(question.code == "text-too-long")
    #expect(try harness.add { $0.notes = String(long.dropFirst()) }.details.notes.count == 4000)
  }

  @Test(arguments: [(0 as Int64, Target.Direction.atLeast), (-5, .atLeast), (-1, .atMost)])
  func `a target that nothing can miss is refused`(
    thousandths: Int64,
    direction: Target.Direction
  ) throws {
    let target = Target(
      amount: Amount(thousandths: thousandths),
      unit: "pages",
      direction: direction
    )
    let refusal = try refusal { try tracking().add { $0.target = target } }
    #expect(refusal.code == "target-not-positive")
  }

  @Test func `at most nothing is a target one can keep`() throws {
    let harness = try tracking()
    let none = Target(amount: Amount(0), unit: "cigarettes", direction: .atMost)
    let habit = try harness.add("Smoke free") { $0.target = none }
    #expect(habit.details.target == none)
    #expect(try harness.check(habit, value: Amount(0)).status == .done)
  }

  @Test func `two habits may have one title and are told apart by their ids`() throws {
    let harness = try tracking()
    let first = try harness.add("Walk")
    let second = try harness.add("Walk")
    #expect(first.id != second.id)
    let titles = DistinctTitles(try harness.ask(AllHabits()))
    #expect(titles.title("Walk", first.id) == "Walk \(first.id.short)")
    #expect(titles.title("Walk", second.id) != titles.title("Walk", first.id))
    #expect(DistinctTitles(["Walk"]).title("Walk", first.id) == "Walk")
  }

  @Test func `a group of white space is no group`() throws {
    #expect(try tracking().add { $0.group = "  " }.details.group == nil)
    #expect(try tracking().add { $0.group = " Home " }.details.group == "Home")
  }

  @Test(arguments: [
    Schedule.weekdays([]), .every(days: 0), .every(days: -3), .times(0, per: .week),
  ])
  func `a schedule that could not be written down is refused`(impossible: Schedule) throws {
    let harness = try tracking()
    let refusal = try refusal { try harness.add("Read", impossible) }
    #expect(refusal.code == "schedule-impossible")
    #expect(harness.facts.isEmpty)
  }

  @Test func `a schedule is kept in its plainest form`() throws {
    let harness = try tracking()
    #expect(try harness.add("A", .every(days: 1)).details.schedule == .daily)
    #expect(try harness.add("B", .weekdays(Set(Weekday.allCases))).details.schedule == .daily)
  }

  @Test(arguments: [-1, 1440, 5_000_000_000])
  func `a reminder at no time of day is refused`(minutes: Int) throws {
    let refusal = try refusal {
      try tracking().add { $0.reminders = [ReminderTime(minutes: minutes)] }
    }
    #expect(refusal.code == "bad-reminder")
  }
}
