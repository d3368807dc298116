import Core
import StreaksContract
import TrackingContract

/// All that is remembered of one habit.
struct StreakRecord: Sendable {
  let id: HabitID
  /// Nil until the habit itself is known: its days may arrive before it.
  var traits: Traits?
  var history = History()
  var measures = Measures()
  /// Days on which a freeze was used, ascending.
  private(set) var uses: [FreezeMark] = []
  /// The days of those uses that count, ascending: derived, and all of them until the uses of
  /// all habits are settled with each other.
  var protected: [Int32] = []
  /// Days of vacation, ascending and apart: derived from the state's vacations.
  var vacations: [ClosedRange<Int>] = []

  init(id: HabitID) { self.id = id }

  init(
    id: HabitID,
    traits: Traits?,
    history: History,
    measures: Measures,
    uses: [FreezeMark]
  ) {
    self.id = id
    self.traits = traits
    self.history = history
    self.measures = measures
    self.uses = uses
    protected = uses.map(\.day)
  }

  /// Whether nothing is known, so that the record need not be.
  var isEmpty: Bool {
    traits == nil && history.words.isEmpty && measures.days.isEmpty && uses.isEmpty
  }

  /// Notes that a freeze was used.
  ///
  /// Of two uses for one day the earlier stamp stands: they spend one freeze.
  mutating func use(_ mark: FreezeMark) {
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

  /// The units of the habit up to a day; nil while the habit itself is unknown.
  func course(through: Int, weekStart: Weekday) -> UnitTimeline? {
    guard let traits else { return nil }
    let first = min(traits.createdOn.number, history.firstKnown ?? .max)
    // A habit created tomorrow, by another zone, has today as its first day.
    return UnitTimeline(
      days: days(traits, min(first, through)...through),
      units: Units(traits.schedule, weekStart: weekStart)
    )
  }

  /// The days of a range and what they count as.
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
  /// What is derived from other habits is left out.
  static func == (a: StreakRecord, b: StreakRecord) -> Bool {
    a.id == b.id && a.traits == b.traits && a.history == b.history && a.measures == b.measures
      && a.uses == b.uses && a.vacations == b.vacations
  }
}

/// What a streak needs to know about a habit itself.
struct Traits: Sendable, Equatable {
  let title: String
  let group: String?
  let schedule: Schedule
  let difficulty: Difficulty
  let target: DailyTarget?
  let archived: Bool
  let place: HabitPlace
  let createdOn: Day
}

extension Traits {
  init(_ habit: Habit, place: HabitPlace) {
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

/// What is to be reached on a day.
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
