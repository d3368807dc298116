import TestKit
import Testing
import TrackingContract
import TrellisSDK

@testable import Git

@Suite struct GitTests {
  private let harness = Harness(GitModule.self)
  private let habit = HabitID(rawValue: 7)

  /// The habit's days, as its module would store them.
  private final class Days {
    var marks: [Day: Mark] = [:]
    var isArchived = false
    var checks = 0
  }
  private let days = Days()

  init() {
    harness.taking(SetCheck.self) { [days] command in
      days.checks += 1
      if let day = command.day { days.marks[day] = command.mark }
    }
    harness.answering(CheckOn.self) { [days, habit, harness] query in
      let today = harness.calendar.day(at: harness.now)
      let day = query.day ?? today
      var details = HabitDetails(title: "Write code")
      details.archived = days.isArchived
      return CheckState(
        habit: Habit(id: habit, details: details, createdOn: today, createdAt: harness.now),
        day: day,
        entry: Entry(mark: days.marks[day] ?? .open),
        status: .open,
        target: nil
      )
    }
  }

  private var today: Day { harness.calendar.day(at: harness.now) }

  private func credit(_ back: Int...) throws -> [Day] {
    let days = back.map { today.advanced(by: -$0) }
    return try harness.when(CreditDays(habit: habit, days: days)).checked
  }

  private func watch(_ path: String = "~/code/song", author: String = "ada") throws {
    try harness.when(WatchRepository(path: path, habit: habit, author: author))
  }

  @Test func `a day with commits is checked once, and never again once it was taken back`() throws {
    #expect(try credit(0, 1, 0) == [today.advanced(by: -1), today])
    #expect(days.checks == 2)
    days.marks[today] = .open
    #expect(try credit(0, 1).isEmpty)
    #expect(days.checks == 2 && days.marks[today] == .open)
    #expect(harness.facts.count == 1)
  }

  @Test(arguments: [Mark.done, .missed, .skipped])
  func `what the person has entered stays, and is taken for looked at`(mark: Mark) throws {
    days.marks[today] = mark
    #expect(try credit(0).isEmpty)
    days.marks[today] = .open
    #expect(try credit(0).isEmpty)
    #expect(days.checks == 0)
  }

  @Test func `days to come, and days that may not be marked, are left until they may be`() throws {
    harness.policies.backfillDays = 1
    #expect(try credit(-1, 2).isEmpty)
    #expect(harness.facts.isEmpty)
    harness.policies.backfillDays = nil
    #expect(try credit(2) == [today.advanced(by: -2)])
  }

  @Test func `what is in the archive is checked when it comes back`() throws {
    days.isArchived = true
    #expect(try credit(0).isEmpty)
    days.isArchived = false
    #expect(try credit(0) == [today])
  }

  @Test func `a repository is watched for a habit until it is not`() throws {
    try watch()
    try watch()
    #expect(harness.facts.count == 1)
    try watch(author: "Ada Byron")
    #expect(try harness.ask(AllWatches()).map(\.author) == ["Ada Byron"])
    try harness.when(UnwatchRepository(path: "~/code/song"))
    #expect(try harness.ask(AllWatches()).isEmpty)
    let error = #expect(throws: DomainError.self) {
      try harness.when(UnwatchRepository(path: "~/code/song"))
    }
    #expect(error?.code == "git-not-watched")
  }

  @Test func `an author is needed, and a day that has come`() throws {
    #expect(throws: DomainError.self) { try watch(author: "  ") }
    let tomorrow = today.advanced(by: 1)
    let error = #expect(throws: DomainError.self) {
      try harness.when(WatchRepository(path: "/x", habit: habit, author: "a", from: tomorrow))
    }
    #expect(error?.code == "git-day-in-future")
  }

  @Test func `any order of the same facts is the same, and so is a snapshot`() throws {
    try watch()
    _ = try credit(0, 3)
    try watch("/srv/other", author: "ada")
    try harness.when(UnwatchRepository(path: "~/code/song"))
    _ = try credit(1)
    try assertConverges([GitModule.self], harness.facts, seed: 11)
    let before = try harness.ask(AllWatches())
    #expect(before.map(\.path) == ["/srv/other"])
    try harness.reopenFromSnapshot()
    #expect(try harness.ask(AllWatches()) == before)
    #expect(try credit(0, 1, 3).isEmpty)
    try harness.given(change: HabitRemoved(habit: habit))
    #expect(try harness.ask(AllWatches()).isEmpty)
  }
}
