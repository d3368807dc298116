import Core
import TrackingContract

/// The days of one habit up to a last day, and what each of them decides, 64 at a time.
///
/// Every unit of a streak is decided on one day: a day on itself, a week or month on its last day,
/// or today while it is in progress. Rhythms that followed each other therefore share one course.
struct Course: Sendable {
  struct Word: Sendable {
    /// Marked as done.
    var done: UInt64
    /// Skipped or on vacation, and not done.
    var rested: UInt64
    /// Protected by a freeze or by travel, and not done.
    var protected: UInt64
    /// Due by the schedule.
    var due: UInt64 = 0
    /// Decides a unit as done.
    var counted: UInt64 = 0
    /// Decides a unit as missed, which breaks a streak.
    var missed: UInt64 = 0
  }

  let history: History
  /// The days of vacation and in the archive, as ascending ranges that do not touch.
  let away: [ClosedRange<Int>]
  /// The days that freezes protect, ascending.
  let protected: [Int32]
  /// The days that travel shortened, ascending; those before the last day of the course are protected.
  private let shortened: [Int32]
  /// The first day of the habit: that of its creation or the first known one, if it is earlier.
  let first: Int
  /// The last day; entries of later days are ignored.
  let through: Int
  /// The rhythms that held, earliest first; never empty.
  private(set) var legs: [Leg] = []
  /// The stretches of days in which one unit was counted, earliest first; never empty.
  private(set) var sections: [Section] = []

  init(
    history: History,
    away: [ClosedRange<Int>],
    protected: [Int32],
    shortened: [Int32],
    range: ClosedRange<Int>,
    schedules: [Dated<Schedule>],
    weeks: Weeks
  ) {
    self.history = history
    self.away = away
    self.protected = protected
    self.shortened = shortened
    first = range.lowerBound
    through = range.upperBound
    let spans = schedules.spans(
      from: Day(number: first),
      to: Day(number: through),
      weeks: weeks
    )
    sections = Section.list(of: spans)
    legs = spans.map { Leg($0, in: self, weeks: weeks) }
  }

  /// The rhythms of a range of days, where the marks do not decide when they are due.
  struct Frame: Sendable {
    let range: ClosedRange<Int>
    fileprivate let legs: [Leg]
    fileprivate let sections: [Section]
  }

  /// Lets a course with other marks start with these rhythms; nil if they depend on the marks.
  var frame: Frame? {
    guard legs.allSatisfy(\.isFreeOfMarks) else { return nil }
    return Frame(range: first...through, legs: legs, sections: sections)
  }

  /// Creates a course in a frame.
  init(
    history: History,
    away: [ClosedRange<Int>],
    protected: [Int32],
    shortened: [Int32],
    frame: Frame
  ) {
    self.history = history
    self.away = away
    self.protected = protected
    self.shortened = shortened
    first = frame.range.lowerBound
    through = frame.range.upperBound
    legs = frame.legs
    sections = frame.sections
  }

  func word(_ index: Int) -> Word {
    let marks = self.marks(index)
    var word = Word(
      done: marks.done,
      rested: marks.rested,
      protected: protectedWord(index) & ~marks.done
    )
    for leg in legs { leg.decide(&word, index, in: self) }
    return word
  }

  /// Returns the days marked as done, and the days that a skip or a vacation leaves out.
  func marks(_ index: Int) -> (done: UInt64, rested: UInt64) {
    let known = Bits.mask(from: first, through: through, inWord: index)
    let done = history.word(index).done & known
    return (done, resting(index) & ~done)
  }

  /// Returns the days that are skipped, on vacation or in the archive, done or not.
  func resting(_ index: Int) -> UInt64 {
    let known = Bits.mask(from: first, through: through, inWord: index)
    guard !away.isEmpty else { return history.word(index).skipped & known }
    return away.reduce(history.word(index).skipped & known) { word, range in
      word | Bits.mask(from: range.lowerBound, through: range.upperBound, inWord: index)
    }
  }

  /// Returns the days that a freeze or travel protects, done or not.
  func protectedWord(_ index: Int) -> UInt64 {
    let word = frozenWord(index)
    guard !shortened.isEmpty else { return word }
    // The last day is today, which can still be done.
    let past = Bits.mask(from: first, through: through - 1, inWord: index)
    return word | Bits.word(index, of: shortened) & past
  }

  /// Returns the days that a freeze protects, done or not.
  func frozenWord(_ index: Int) -> UInt64 {
    protected.isEmpty ? 0 : Bits.word(index, of: protected)
  }

  /// The days that would have been missed, had travel not shortened them.
  var daysKeptByTravel: [Day] {
    shortened.map { Day(number: Int($0)) }.filter { isKeptByTravel($0.number) }
  }

  func isShortened(_ day: Int) -> Bool {
    !shortened.isEmpty && Bits.word(day >> 6, of: shortened) & (1 << UInt64(day & 63)) != 0
  }

  func isKeptByTravel(_ day: Int) -> Bool {
    guard isShortened(day), (first..<through).contains(day) else { return false }
    // Any other day of a period could have filled its quota.
    if case .quota = leg(on: day).rule { return false }
    let index = day >> 6
    let word = self.word(index)
    let missed = word.due & ~(word.done | word.counted | word.rested | frozenWord(index))
    return missed & (1 << UInt64(day & 63)) != 0
  }

  /// Returns the number of days in a range that were done.
  func doneDays(from first: Int, through last: Int) -> Int {
    Bits.count(from: first, through: last) { marks($0).done }
  }

  /// Returns the number of days in a range that were or will be rested, done or not.
  func restingDays(from first: Int, through last: Int) -> Int {
    Bits.count(from: first, through: last, resting)
  }

  /// Returns whether a day up to `through` is marked as done.
  func isDone(on day: Int) -> Bool { day <= through && history.isDone(on: day) }

  /// Returns the rhythm that holds on a day of the course.
  func leg(on day: Int) -> Leg { legs.last { $0.first <= day } ?? legs[0] }

  /// Returns whether the rhythm includes a day, within the course or beyond it.
  func isDue(_ day: Int) -> Bool {
    if (first...through).contains(day) {
      return word(day >> 6).due & (1 << UInt64(day & 63)) != 0
    }
    switch leg(on: day).rule {
    case .weekdays(let names):
      return Weekdays.repeated(names, inWord: day >> 6) & (1 << UInt64(day & 63)) != 0
    case .interval: return false
    case .rolling, .quota: return true
    }
  }

  /// The rhythm that holds on the last day.
  var lastLeg: Leg { legs[legs.count - 1] }
}
