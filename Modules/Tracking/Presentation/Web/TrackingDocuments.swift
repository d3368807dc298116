import Core
import Pages
import Presentation
import StreaksContract
import TrackingContract

/// The documents that programs can read, the same as those of `--json`.
enum TrackingDocuments {
  static let all: [DocumentEndpoint] = [
    today, week, history, calendar, day, list, vacations,
  ]

  private static let today = DocumentEndpoint("today", "Today's habits and how they stand.") {
    request in
    TodayDocument(try await TodayReport.load(request.context), request.context)
  }

  private static let week = DocumentEndpoint("week", "The last seven days of every habit.") {
    request in
    WeekDocument(try await WeekReport.load(request.context))
  }

  private static let history = DocumentEndpoint(
    "history",
    "How much was done on each day, and of each week and month also the share of what was planned.",
    parameters: [
      DocumentParameter(
        "habit",
        .text,
        "Only this habit: its title, the beginning of it, or its id."
      ),
      DocumentParameter("weeks", .number(1...1040), "Whole weeks before the current one; 12."),
    ]
  ) { request in
    let habit = try await request.habitIfGiven()
    return try await HistoryDocument.load(
      habit,
      weeks: request.number("weeks") ?? 12,
      isRated: true,
      request.context
    )
  }

  private static let calendar = DocumentEndpoint(
    "habits/{habit}/calendar",
    "The days of one habit.",
    parameters: [
      DocumentParameter("habit", .text, "The habit: its title, the beginning of it, or its id."),
      DocumentParameter("days", .number(1...3660), "How many days, today included; 90."),
    ]
  ) { request in
    let context = request.context
    let days = request.number("days") ?? 90
    let report = try await CalendarReport.load(
      try await request.habit(),
      from: context.today.advanced(by: 1 - days),
      to: context.today,
      context
    )
    return CalendarDocument(report, zone: context.calendar.zone)
  }

  private static let day = DocumentEndpoint(
    "habits/{habit}/days/{day}",
    "One day of a habit, with its time and note.",
    parameters: [
      DocumentParameter("habit", .text, "The habit: its title, the beginning of it, or its id."),
      DocumentParameter("day", .day, "The day."),
    ]
  ) { request in
    let context = request.context
    guard let day = request.day("day") else {
      throw DomainError(
        "bad-day",
        "That is not a day: write it as YYYY-MM-DD. Nothing was changed.",
        isFinal: true
      )
    }
    let report = try await DayReport.load(try await request.habit(), day, context)
    return DayDocument(report, zone: context.calendar.zone)
  }

  private static let list = DocumentEndpoint(
    "habits",
    "The habits in the order in which they are shown.",
    parameters: [DocumentParameter("all", .flag, "Whether archived ones are listed too.")]
  ) { request in
    let habits = try await request.context.ask(AllHabits(includesArchived: request.flag("all")))
    return try await ListDocument.load(habits, request.context)
  }

  private static let vacations = DocumentEndpoint("vacations", "The vacations, earliest first.") {
    request in
    let vacations = try await request.context.ask(AllVacations())
    return VacationsDocument(items: vacations.map(VacationDocument.init))
  }
}

extension DocumentRequest {
  fileprivate func habitIfGiven() async throws -> Habit? {
    guard let text = self["habit"], !text.isEmpty else { return nil }
    return try await context.ask(FindHabit(text: text))
  }

  fileprivate func habit() async throws -> Habit {
    try await context.ask(FindHabit(text: self["habit"] ?? ""))
  }
}
