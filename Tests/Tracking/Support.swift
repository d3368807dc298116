import Core
import TestKit
import Testing
import TrackingContract
import TrackingDomain

/// Creates Tracking alone, with a clock at noon of a Thursday in UTC unless a test moves it.
func tracking(
  _ now: String = "2026-03-12T12:00:00Z",
  zone: String = "UTC",
  weekStart: Weekday = .monday,
  policies: Policies = Policies()
) throws -> Harness {
  Harness(
    TrackingModule.self,
    now: try at(now),
    calendar: LocalCalendar(zone: try Zone(identifier: zone), weekStart: weekStart),
    policies: policies
  )
}

func day(_ text: String) throws -> Day { try #require(Day(text), "\(text) is no day") }

func at(_ text: String) throws -> Instant {
  try #require(Instant(rfc3339: text), "\(text) is no moment")
}

func schedule(_ text: String) throws -> Schedule {
  try #require(Schedule(text), "\(text) is no schedule")
}

/// Returns the error that `body` throws.
func refusal(
  _ body: () throws -> Void,
  sourceLocation: SourceLocation = #_sourceLocation
) throws -> DomainError {
  let refusal = #expect(throws: DomainError.self, sourceLocation: sourceLocation, performing: body)
  return try #require(refusal, sourceLocation: sourceLocation)
}

/// Returns a timestamp of a device, `seconds` after the harness's start.
func stamp(_ seconds: Int64, device: UInt64 = 9) -> HybridTimestamp {
  HybridTimestamp(
    clock: HybridTime(milliseconds: (1_800_000_000 + seconds) * 1000),
    device: DeviceID(rawValue: device)
  )
}

extension Harness {
  /// Creates a habit, adjusted as the test needs it.
  @discardableResult
  func add(
    _ title: String = "Read",
    _ every: Schedule = .daily,
    edit: (inout HabitDetails) -> Void = { _ in }
  ) throws -> Habit {
    var details = HabitDetails(title: title, schedule: every)
    edit(&details)
    return try when(CreateHabit(details: details))
  }

  @discardableResult
  func check(
    _ habit: Habit,
    _ day: Day? = nil,
    _ mark: Mark = .done,
    value: Amount? = nil,
    note: String? = nil
  ) throws -> CheckState {
    try when(SetCheck(habit: habit.id, day: day, mark: mark, value: value, note: note))
  }

  @discardableResult
  func edit(_ habit: Habit, _ change: (inout HabitPatch) -> Void) throws -> Habit {
    var patch = HabitPatch()
    change(&patch)
    return try when(EditHabit(habit: habit.id, patch: patch))
  }

  func titles(includesArchived: Bool = false) throws -> [String] {
    try ask(AllHabits(includesArchived: includesArchived)).map(\.details.title)
  }

  func status(_ habit: Habit, _ day: Day? = nil) throws -> DayStatus {
    try ask(CheckOn(habit: habit.id, day: day)).status
  }

  /// Returns the names of the facts from `start` on.
  func factNames(from start: Int) -> [String] {
    facts.dropFirst(start).map { type(of: $0.fact).name }
  }

  var checkChanges: [CheckChanged] { changes.compactMap { $0 as? CheckChanged } }
}
