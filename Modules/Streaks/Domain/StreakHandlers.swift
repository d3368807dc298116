import Core
import StreaksContract
import TrackingContract

/// Handles the queries for streaks and for their days.
enum StreakHandlers {
  static func one(
    _ state: StreaksState,
    _ query: StreakOf,
    _ context: RequestContext
  ) throws
    -> HabitStreak
  {
    try state.status(of: query.habit, context).streak
  }

  static func all(
    _ state: StreaksState,
    _ query: AllStreaks,
    _ context: RequestContext
  )
    -> StreaksReport
  {
    let state = state.settled(weeks: context.calendar.weeks)
    let statuses = state.statuses(context)
    let isAllowed = context.policies.allowsFreezes
    let stock = isAllowed ? FreezeStock(statuses) : FreezeStock(earned: 0, used: 0)
    let shown = statuses.filter { !$0.traits.archived }.inDisplayOrder()
    let yesterday = context.today.advanced(by: -1)
    let offers =
      stock.available == 0
      ? []
      : shown.filter { Freezes.canProtectYesterday(in: $0.course) }
        .map { status in
          FreezeOffer(
            habit: status.record.id,
            day: yesterday,
            closesToday: status.closesGapToday(context.calendar.weeks)
          )
        }
    return StreaksReport(
      items: shown.map(\.streak),
      freezes: stock,
      offers: offers,
      returned: state.recentlyReturned(today: context.today)
    )
  }

  static func find(
    _ state: StreaksState,
    _ query: FindStreak,
    _ context: RequestContext
  ) throws
    -> FoundStreak
  {
    // The module that keeps the habits knows how habits of the same title are distinguished.
    if context.answers(FindHabit.self) {
      let habit = try context.ask(FindHabit(text: query.text))
      return FoundStreak(habit: habit.id, title: habit.details.title)
    }
    let names = state.statuses(context).inDisplayOrder().map {
      NamedHabit(id: $0.record.id, title: $0.traits.title, isArchived: $0.traits.archived)
    }
    let found = try HabitFinder.find(query.text, among: names)
    return FoundStreak(habit: found.id, title: found.title)
  }

  static func days(
    _ state: StreaksState,
    _ query: StreakDays,
    _ context: RequestContext
  ) throws
    -> [StreakDay]
  {
    let range = try DayRange.checked(query.from, query.to)
    let status = try state.status(of: query.habit, context)
    let current = status.currentDays
    let shown = ShownDays(status)
    return range.map { day in
      StreakDay(
        day: Day(number: day),
        inCurrentStreak: current?.contains(day) ?? false,
        isProtected: status.record.isProtected(day) || status.course.isKeptByTravel(day),
        isDue: status.course.isDue(day),
        status: shown.status(of: day)
      )
    }
  }

  static func strength(
    _ state: StreaksState,
    _ query: StrengthSeries,
    _ context: RequestContext
  ) throws
    -> [StrengthOnDay]
  {
    let range = try DayRange.checked(query.from, query.to)
    var series: [StrengthOnDay] = []
    try state.status(of: query.habit, context).series.forEachDay { day, strength in
      guard range.contains(day) else { return }
      series.append(StrengthOnDay(day: Day(number: day), strength: strength))
    }
    return series
  }
}

extension StreaksState {
  /// Returns this state with the days that a journey shortened, even before a mark follows it.
  private func arrived(_ context: RequestContext) -> StreaksState {
    guard context.answers(ShortenedDays.self),
      let days = try? context.ask(ShortenedDays()),
      days.count != shortened.count || days.map({ Int32(clamping: $0.number) }) != shortened
    else { return self }
    var state = self
    state.apply(DaysShortened(days: days))
    return state
  }

  /// Returns the status of all habits as of today, archived ones included, ascending by id.
  func statuses(_ context: RequestContext) -> [StreakStatus] {
    let (today, weeks) = (context.today, context.calendar.weeks)
    return arrived(context).settled(weeks: weeks).records.compactMap {
      StreakStatus($0, today: today, weeks: weeks)
    }
  }

  func status(of habit: HabitID, _ context: RequestContext) throws -> StreakStatus {
    let weeks = context.calendar.weeks
    guard let record = arrived(context).settled(weeks: weeks).record(of: habit),
      let status = StreakStatus(record, today: context.today, weeks: weeks)
    else {
      throw DomainError(
        "unknown-habit",
        "There is no such habit here. Nothing was changed.",
        isFinal: true
      )
    }
    return status
  }

  /// Returns the freezes given back for days among the last 30, latest first.
  func recentlyReturned(today: Day) -> [ReturnedFreeze] {
    returnedFreezes.filter { $0.day > today.advanced(by: -30) }
      .compactMap { returned in
        guard let traits = record(of: returned.habit)?.traits else { return nil }
        return ReturnedFreeze(habit: returned.habit, title: traits.title, day: returned.day)
      }
      .sorted { ($1.day, $0.habit) < ($0.day, $1.habit) }
  }
}

extension FreezeStock {
  /// Creates the stock of freezes from the status of all habits, archived ones included.
  init(_ statuses: [StreakStatus]) {
    self.init(
      earned: statuses.reduce(0) { $0 + $1.runs.freezes },
      used: statuses.reduce(0) { $0 + $1.record.protected.count }
    )
  }
}

extension [StreakStatus] {
  /// Returns the habits in the order in which Tracking shows them.
  func inDisplayOrder() -> [StreakStatus] {
    inDisplayOrder(place: { $0.traits.place }, group: { $0.traits.group })
  }
}
