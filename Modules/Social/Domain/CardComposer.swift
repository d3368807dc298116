import Core
import SocialContract
import StreaksContract
import TrackingContract

/// Composes a card from the replies of other modules.
struct CardComposer {
  let query: ComposeShareCard
  let context: RequestContext

  init(_ query: ComposeShareCard, _ context: RequestContext) {
    self.query = query
    self.context = context
  }

  func card() throws -> ShareCard {
    guard (1...ComposeShareCard.mostWeeks).contains(weeks) else {
      throw DomainError(
        "bad-weeks",
        "A card shows 1 to \(ComposeShareCard.mostWeeks) weeks. Nothing was shared.",
        isFinal: true
      )
    }
    switch query.kind {
    case .contributions: return try contributions()
    case .sobriety: return try sobriety()
    case .milestone: return try query.habit.map(milestone(of:)) ?? soberMilestone()
    }
  }

  /// The number of weeks: by default a quarter of a year as columns, or two months as rows.
  private var weeks: Int { query.weeks ?? (query.kind == .sobriety ? 9 : 13) }

  /// The first day shown, which is the start of a week.
  var firstDay: Day {
    context.calendar.startOfWeek(context.today).advanced(by: -7 * (weeks - 1))
  }

  /// Drops empty weeks at the start if the number of weeks was not chosen.
  ///
  /// At least four weeks remain, so that a new calendar looks like a beginning.
  func shown(_ days: [ShareDay]) -> [ShareDay] {
    guard query.weeks == nil else { return days }
    let first = days.firstIndex { $0.status != .none } ?? 0
    let whole = (days.count + 6) / 7
    return Array(days.dropFirst(7 * max(0, min(first / 7, whole - 4))))
  }

  var weeksInWords: String { weeks == 1 ? "this week" : "these \(weeks) weeks" }

  func nothing(_ words: String) -> DomainError {
    DomainError("nothing-to-share", words + " Nothing was shared.")
  }

  func lacking(_ what: String) -> DomainError {
    DomainError("not-in-this-product", "This product does not keep \(what). Nothing was shared.")
  }
}

// MARK: Contributions

extension CardComposer {
  private func contributions() throws -> ShareCard {
    guard context.answers(DoneCounts.self), context.answers(AllHabits.self) else {
      throw lacking("a history of habits")
    }
    let (from, to) = (firstDay, context.today)
    let counts = try context.ask(DoneCounts(habit: query.habit, from: from, to: to))
    guard counts.contains(where: { $0 > 0 }) else {
      throw nothing("Nothing was marked as done in \(weeksInWords), so the card would be empty.")
    }
    let habits = try context.ask(AllHabits(includesArchived: query.habit != nil))
    let protected = try query.habit.map { try protectedDays(of: $0, from, to) } ?? []
    let days = counts.enumerated().map { offset, count in
      let day = from.advanced(by: offset)
      let level = query.habit == nil ? ContributionLevel.of(count, habits: habits.count) : count
      let status: ShareDay.Status =
        level > 0 ? .done : protected.contains(day) ? .protected : .none
      return ShareDay(day: day, status: status, strength: level)
    }
    let longest = try query.habit == nil ? longestStreak() : nil
    let figures =
      try query.habit.map { try self.figures(of: $0, counts) }
      ?? figures(of: counts, longest: longest)
    let title = habits.first { $0.id == query.habit }?.details.title
    return ShareCard(
      kind: .contributions,
      subject: query.habit == nil ? .allHabits : .habit,
      title: query.showsTitle ? title : nil,
      headline: figures[0],
      figures: Array(figures.dropFirst()),
      grid: ShareGrid(
        days: shown(days),
        strongest: query.habit == nil ? 4 : 1,
        weekStart: context.calendar.weekStart
      ),
      day: to,
      recorded: try recorded(query.habit, min(from, firstNamedDay(longest) ?? from), to)
    )
  }

  /// The done days of a range, by whether they were marked on the day itself.
  func recorded(_ habit: HabitID?, _ from: Day, _ to: Day) throws -> RecordedDays {
    guard context.answers(RecordedDaysOf.self) else { return RecordedDays() }
    return try context.ask(RecordedDaysOf(habit: habit, from: from, to: to))
  }

  /// The first day of the streaks that the figures name, which may be before the weeks shown.
  ///
  /// - Parameter longest: the streak that the figures for all habits name.
  private func firstNamedDay(_ longest: HabitStreak?) throws -> Day? {
    guard let habit = query.habit else { return longest?.currentFrom }
    guard context.policies.showsStreaks, context.answers(RunsOf.self) else { return nil }
    let runs = try context.ask(RunsOf(habit: habit)).flatMap { habit in
      habit.runs.filter { $0.unit == habit.unit }
    }
    let best = runs.map(\.length).max()
    return runs.filter { $0.isCurrent || $0.length == best }.map(\.start).min()
  }

  /// The longest current streak of days; nil for one of a single day.
  ///
  /// Lengths in different units are not comparable; most habits count days.
  private func longestStreak() throws -> HabitStreak? {
    guard context.policies.showsStreaks, context.answers(AllStreaks.self) else { return nil }
    return try context.ask(AllStreaks()).items.filter { $0.unit == .day && $0.current > 1 }
      .max { $0.current < $1.current }
  }

  private func protectedDays(of habit: HabitID, _ from: Day, _ to: Day) throws -> Set<Day> {
    guard context.answers(StreakDays.self) else { return [] }
    let days = try context.ask(StreakDays(habit: habit, from: from, to: to))
    return Set(days.filter(\.isProtected).map(\.day))
  }

  /// Returns the figures for all habits: completions, active days and the longest current streak.
  private func figures(of counts: [Int], longest: HabitStreak?) -> [ShareFigure] {
    var figures = [
      ShareFigure(.done, counts.reduce(0, +)),
      ShareFigure(.activeDays, counts.count { $0 > 0 }, .day),
    ]
    if let longest {
      figures.append(ShareFigure(.longestLivingStreak, longest.current, .day))
    }
    return figures
  }

  /// Returns the figures for one habit: its current streak, otherwise its completions.
  private func figures(of habit: HabitID, _ counts: [Int]) throws -> [ShareFigure] {
    let done = ShareFigure(.done, counts.reduce(0, +))
    guard context.policies.showsStreaks, context.answers(StreakOf.self) else { return [done] }
    let streak = try context.ask(StreakOf(habit: habit))
    let best = ShareFigure(.bestStreak, streak.best, streak.unit)
    guard streak.current > 1 else { return [done, best] }
    return [ShareFigure(.currentStreak, streak.current, streak.unit), best, done]
  }
}
