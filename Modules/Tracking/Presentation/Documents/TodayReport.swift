import Core
import Presentation
import ProfileContract
import StreaksContract
import Terminal
import TrackingContract

/// The data behind Today, loaded from the modules.
struct TodayReport: Sendable {
  struct Item: Sendable {
    let habit: Habit
    /// The title, with the short id if it occurs more than once.
    let title: String
    /// The text that finds the habit when typed.
    let name: String
    let status: DisplayStatus
    let entry: Entry?
    /// What is to be reached on the day, which may be another target than today's.
    let target: Target?
    /// Nil if no module counts streaks.
    let streak: HabitStreak?

    var details: HabitDetails { habit.details }

    var amount: MeasuredAmount? { MeasuredAmount(entry?.value, of: target, status) }

    /// Whether the habit is not due because its quota of the week or month is filled.
    var isFilled = false
    /// Whether the day is today.
    var isToday = true

    /// The state of a habit that is not due, in words: its quota is filled, or its rhythm.
    var notDueWords: String {
      guard isFilled, case .times(_, let period) = details.schedule else {
        return details.schedule.words
      }
      return switch period {
      case .week: isToday ? "done this week" : "done that week"
      case .month: isToday ? "done this month" : "done that month"
      case .rolling(let days): isToday ? "done for these \(days) days" : "done for those days"
      }
    }
  }

  let day: Day
  let items: [Item]
  /// An archived habit, if there are no others.
  var archived: Habit?
  /// The user's display name; empty if none was set.
  let displayName: String
  /// The news about runs that ended, if it was loaded.
  let news: StreakNews

  var done: Int { items.count { $0.status == .done } }
  var open: Int { items.count { $0.status == .open } }

  /// Returns `1 of 3 done`, with `today` if habits are listed whose week or month is filled.
  func progressWords(of total: Int) -> String {
    let isApart = items.contains { $0.isFilled && $0.isToday }
    return "\(done) of \(total) done\(isApart ? " today" : "")"
  }

  /// - Parameters:
  ///   - day: a day that may still be marked; nil means today.
  ///   - tellsNews: whether to load the news about runs that ended.
  static func load(
    _ context: any SpaceContext,
    on day: Day? = nil,
    tellsNews: Bool = false
  ) async throws -> TodayReport {
    let day = day ?? context.today
    let days = try await context.ask(DaysOfHabits(from: day, to: day))
    let report = try await context.askIfAvailable(AllStreaks())
    let streaks = Streaks.byHabit(report)
    let profile = try await context.askIfAvailable(CurrentProfile())
    let counted = try await CountedDays.load(
      days.map(\.habit),
      streaks,
      from: day,
      to: day,
      context
    )
    let titles = DistinctTitles(days.map(\.habit))
    var news = StreakNews()
    if let report, tellsNews, day == context.today {
      news = try await StreakNews.load(report, resting: resting(days), context)
    }
    let archived = days.isEmpty ? try await NoHabits.archived(context) : nil
    return TodayReport(
      day: day,
      items: days.map { Item($0, context.today, counted, titles, streaks[$0.habit.id]) },
      archived: archived,
      displayName: profile?.displayName ?? "",
      news: news
    )
  }
}

extension TodayReport {
  /// Returns the habits that are skipped or on vacation on the day.
  private static func resting(_ days: [HabitDays]) -> Set<HabitID> {
    Set(days.filter { $0.days.first?.status == .skipped }.map(\.habit.id))
  }
}

extension TodayReport.Item {
  fileprivate init(
    _ days: HabitDays,
    _ today: Day,
    _ counted: CountedDays,
    _ titles: DistinctTitles,
    _ streak: HabitStreak?
  ) {
    let state = days.days.first
    habit = days.habit
    title = titles.title(days.habit.details.title, days.habit.id)
    status = state.map { counted.status(of: $0, in: days, today: today) } ?? .notDue
    isFilled = status == .notDue && state?.isFilledQuota == true
    isToday = state?.day == today
    name = titles.name(days.habit.details.title, days.habit.id)
    entry = state?.entry
    target = state?.target
    self.streak = streak
  }
}

extension DayState {
  /// Whether earlier days filled the quota that the day belongs to.
  fileprivate var isFilledQuota: Bool { isOfQuota && !isDue && !isArchived }
}

/// Loads the streaks of habits, if a module counts them.
enum Streaks {
  static func load(_ context: any SpaceContext) async throws -> [HabitID: HabitStreak] {
    byHabit(try await context.askIfAvailable(AllStreaks()))
  }

  static func byHabit(_ report: StreaksReport?) -> [HabitID: HabitStreak] {
    Dictionary((report?.items ?? []).map { ($0.habit, $0) }) { $1 }
  }
}

extension TodayReport {
  /// Returns a message about the day's progress, in the product's words.
  func message(_ context: any SpaceContext) -> String {
    let values = ["done": "\(done)", "open": "\(open)", "total": "\(done + open)"]
    if items.isEmpty { return context.say(NoHabits.words(archived), values) }
    if done + open == 0 { return context.say(.todayNothingDue, values) }
    if open == 0 { return context.say(.todayAllDone, values) }
    return context.say(done == 0 ? .todayNoneDone : .todaySomeDone, values)
  }

  func greeting(_ context: any SpaceContext) -> String {
    let hour = context.calendar.zone.localSeconds(at: context.now) % 86_400 / 3600
    let phrase: Phrase =
      switch hour {
      case 5..<12: .greetingMorning
      case 12..<18: .greetingDay
      case 18..<23: .greetingEvening
      default: .greetingNight
      }
    let words = context.say(phrase)
    return displayName.isEmpty ? "\(words)." : "\(words), \(displayName)."
  }
}
