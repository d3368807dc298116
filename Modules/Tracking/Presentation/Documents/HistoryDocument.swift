import Core
import Presentation
import StreaksContract
import TrackingContract

/// The output of `trellis history --json`: how many habits were done on each day.
struct HistoryDocument: Codable, Sendable {
  struct DayCount: Codable, Sendable, Equatable {
    let day: Day
    let count: Int
    /// The color intensity, 0 to 4.
    let level: Int
  }

  /// A week or a month, clipped to the range of the history.
  struct Stretch: Codable, Sendable, Equatable {
    let from: Day
    let count: Int
    /// The share of what was planned in it that was done, 0 to 1.
    ///
    /// Null if nothing was planned, if no module counts streaks, or if it would contradict `count`:
    /// a week counts for the month in which it ends, so that days before that month could fill it
    /// although nothing was done in it.
    @OrNull var rate: Double? = nil
  }

  /// The habit; nil for the history of all habits.
  var id: HabitID?
  var title: String?
  let from: Day
  let to: Day
  let days: [DayCount]
  private(set) var weeks: [Stretch]
  private(set) var months: [Stretch]
  let total: Int

  /// - Parameters:
  ///   - counts: a count for each day from `from` on.
  ///   - habits: the number of habits to do.
  init(
    _ counts: [Int],
    from: Day,
    habit: Habit? = nil,
    habits: Int,
    calendar: LocalCalendar
  ) {
    id = habit?.id
    title = habit?.details.title
    self.from = from
    to = from.advanced(by: max(0, counts.count - 1))
    days = counts.enumerated().map { index, count in
      let level = ContributionLevel.of(count, habits: habit == nil ? habits : 1)
      return DayCount(day: from.advanced(by: index), count: count, level: level)
    }
    weeks = Self.stretches(days) { calendar.startOfWeek($0) }
    months = Self.stretches(days) { $0.startOfMonth }
    total = counts.reduce(0, +)
  }

  /// The number of days on which anything was done.
  var activeDays: Int { days.count { $0.count > 0 } }

  /// Fills in the rates of all weeks and months.
  private mutating func rate(_ context: any SpaceContext) async throws {
    let asked = RangeRates(habit: id, stretches: days(of: weeks) + days(of: months))
    guard let rates = try await context.askIfAvailable(asked),
      rates.count == weeks.count + months.count
    else { return }
    for (place, rate) in rates.enumerated() {
      if place < weeks.count {
        weeks[place].set(rate)
      } else {
        months[place - weeks.count].set(rate)
      }
    }
  }

  /// Returns the days of each week or month that lie in this history.
  private func days(of periods: [Stretch]) -> [DayStretch] {
    let ends = periods.dropFirst().map { $0.from.advanced(by: -1) } + [to]
    return zip(periods, ends).map { DayStretch(from: $0.from, to: $1) }
  }

  private static func stretches(_ days: [DayCount], _ start: (Day) -> Day) -> [Stretch] {
    var stretches: [(start: Day, from: Day, count: Int)] = []
    for day in days {
      let first = start(day.day)
      if stretches.last?.start == first {
        stretches[stretches.count - 1].count += day.count
      } else {
        stretches.append((first, day.day, day.count))
      }
    }
    return stretches.map { Stretch(from: $0.from, count: $0.count) }
  }

  /// - Parameters:
  ///   - weeks: the number of whole weeks before the current one.
  ///   - isByMonth: starts with the whole month of the first day, since a partial month would look
  ///     like a month in which less was done.
  ///   - isRated: whether to load the rates of weeks and months too.
  static func load(
    _ habit: Habit?,
    weeks: Int,
    isByMonth: Bool = false,
    isRated: Bool = false,
    _ context: any SpaceContext
  ) async throws -> HistoryDocument {
    let to = context.today
    let first = context.calendar.startOfWeek(to).advanced(by: -7 * weeks)
    let from = isByMonth ? first.startOfMonth : first
    let counts = try await context.ask(DoneCounts(habit: habit?.id, from: from, to: to))
    let habits = habit == nil ? try await context.ask(AllHabits()).count : 1
    var document = HistoryDocument(
      counts,
      from: from,
      habit: habit,
      habits: habits,
      calendar: context.calendar
    )
    if isRated { try await document.rate(context) }
    return document
  }
}

extension HistoryDocument.Stretch {
  fileprivate mutating func set(_ rate: CompletionRate) {
    self.rate = count > 0 || rate.done == 0 ? rate.rate : nil
  }
}
