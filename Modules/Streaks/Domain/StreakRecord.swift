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
  /// Until the uses of all habits are settled together, these are the days of all uses.
  var protected: [Int32] = []
  /// The days of vacation and in the archive, in ascending ranges that do not touch; derived.
  var away: [ClosedRange<Int>] = []
  /// The days that travel shortened, ascending; derived.
  var shortened: [Int32] = []

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

  /// Whether the habit itself is known.
  ///
  /// Comparing with nil would copy the properties first.
  var isKnown: Bool { if case .some = traits { true } else { false } }

  /// Whether nothing is known about the habit, so that the record can be dropped.
  var isEmpty: Bool {
    !isKnown && history.words.isEmpty && measures.days.isEmpty && uses.isEmpty
  }

  /// Changes the record in place; returns whether it can be dropped.
  mutating func change<T>(_ body: (inout StreakRecord) -> T) -> (result: T, isEmpty: Bool) {
    let result = body(&self)
    return (result, isEmpty)
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
    protect(mark.day)
  }

  func isProtected(_ day: Int) -> Bool {
    let place = protected.firstPlace(notBefore: Int32(clamping: day))
    return place < protected.count && protected[place] == day
  }

  func hasUse(on day: Int32) -> Bool {
    let place = uses.place { $0.day < day }
    return place < uses.count && uses[place].day == day
  }

  /// Takes a day for protected until the uses of all habits are settled.
  mutating func protect(_ day: Int32) {
    guard !isProtected(Int(day)) else { return }
    protected.insert(day, at: protected.firstPlace(notBefore: day))
  }

  /// Returns the course of the habit up to a day; nil until the habit itself is known.
  func course(through: Int, weeks: Weeks) -> Course? {
    guard let traits else { return nil }
    let first = min(traits.createdOn.number, history.firstKnown ?? .max)
    // A habit created tomorrow, in another time zone, starts today.
    return course(traits, min(first, through)...through, weeks)
  }

  func course(_ frame: Course.Frame) -> Course {
    Course(
      history: history,
      away: away,
      protected: protected,
      shortened: shortened,
      frame: frame
    )
  }

  /// Returns the course over a range of days.
  func course(_ traits: Traits, _ range: ClosedRange<Int>, _ weeks: Weeks) -> Course {
    Course(
      history: history,
      away: away,
      protected: protected,
      shortened: shortened,
      range: range,
      schedules: traits.schedules,
      weeks: weeks
    )
  }
}

extension StreakRecord: Equatable {
  /// Compares everything except what is derived from other habits.
  static func == (a: StreakRecord, b: StreakRecord) -> Bool {
    a.id == b.id && a.traits == b.traits && a.history == b.history && a.measures == b.measures
      && a.uses == b.uses && a.away == b.away
  }
}
