import Core
import StreaksContract
import TrackingContract

/// Everything that is stored about one habit.
struct StreakRecord: Sendable {
  let id: HabitID
  /// The habit's own properties; nil until they are known, since its days may arrive first.
  var traits: Traits?
  var history = History()
  var measures = Measures()
  /// The uses of freezes, ascending by day.
  private(set) var uses: [FreezeUsage] = []
  /// The days of the uses that count, ascending; derived.
  ///
  /// These are the days of all uses until the uses of all habits are settled together.
  var protected: [Int32] = []
  /// The days of vacation, in ascending ranges that do not touch; derived from the state.
  var vacations: [ClosedRange<Int>] = []

  init(id: HabitID) { self.id = id }

  init(
    id: HabitID,
    traits: Traits?,
    history: History,
    measures: Measures,
    uses: [FreezeUsage]
  ) {
    self.id = id
    self.traits = traits
    self.history = history
    self.measures = measures
    self.uses = uses
    protected = uses.map(\.day)
  }

  /// Whether nothing is known about the habit, so that the record can be dropped.
  var isEmpty: Bool {
    traits == nil && history.words.isEmpty && measures.days.isEmpty && uses.isEmpty
  }

  /// Records the use of a freeze.
  ///
  /// Of two uses for the same day, the one with the earlier timestamp is kept: together they spend
  /// one freeze.
  mutating func use(_ mark: FreezeUsage) {
    let place = uses.place { $0.day < mark.day }
    if place < uses.count, uses[place].day == mark.day {
      if mark.order < uses[place].order { uses[place] = mark }
      return
    }
    uses.insert(mark, at: place)
    protected.insert(mark.day, at: protected.firstPlace(notBefore: mark.day))
  }

  func isProtected(_ day: Int) -> Bool {
    let place = protected.firstPlace(notBefore: Int32(clamping: day))
    return place < protected.count && protected[place] == day
  }

  /// Returns the units of the habit up to a day; nil until the habit itself is known.
  func timeline(through: Int, weekStart: Weekday) -> UnitTimeline? {
    guard let traits else { return nil }
    let first = min(traits.createdOn.number, history.firstKnown ?? .max)
    // A habit created tomorrow, in another time zone, starts today.
    return UnitTimeline(
      days: days(traits, min(first, through)...through),
      units: Units(traits.schedule, weekStart: weekStart)
    )
  }

  /// Returns the days of a range with what they count as.
  func days(_ traits: Traits, _ range: ClosedRange<Int>) -> Days {
    var automatic: BitSet?
    if case .times(let times, .rolling(let days)) = traits.schedule {
      automatic = RollingQuota(times: times, days: days).countedDays(
        of: history,
        in: range
      )
    }
    return Days(
      history: history,
      due: DueDays(traits.schedule, createdOn: traits.createdOn),
      vacations: vacations,
      protected: protected,
      automatic: automatic,
      first: range.lowerBound,
      through: range.upperBound
    )
  }
}

extension StreakRecord: Equatable {
  /// Compares everything except what is derived from other habits.
  static func == (a: StreakRecord, b: StreakRecord) -> Bool {
    a.id == b.id && a.traits == b.traits && a.history == b.history && a.measures == b.measures
      && a.uses == b.uses && a.vacations == b.vacations
  }
}

/// The properties of a habit on which its streak depends.
struct Traits: Sendable, Equatable {
  let title: String
  let group: String?
  let schedule: Schedule
  let difficulty: Difficulty
  let target: DailyTarget?
  let archived: Bool
  let place: HabitSortKey
  let createdOn: Day
}

extension Traits {
  init(_ habit: Habit, place: HabitSortKey) {
    title = habit.details.title
    group = habit.details.group
    schedule = habit.details.schedule
    difficulty = habit.details.difficulty
    target = habit.details.target.map(DailyTarget.init)
    archived = habit.details.archived
    self.place = place
    createdOn = habit.createdOn
  }
}

/// The target to reach on a day.
struct DailyTarget: Sendable, Equatable {
  let thousandths: Int64
  let isAtMost: Bool
}

extension DailyTarget {
  init(_ target: Target) {
    thousandths = target.amount.thousandths
    isAtMost = target.direction == .atMost
  }
}
