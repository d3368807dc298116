import Commands
import Core
import Presentation
import SobrietyContract
import TrackingContract
import TrackingFormats

/// All days recorded by a product's modules, for tables and calendars.
public enum DayExport {
  /// The days of each habit and substance, earliest first; habits before substances.
  public static func all(_ context: any SpaceContext) async throws -> [ExportedDay] {
    try await habits(context) + substances(context)
  }

  /// Returns the calendar that programs subscribe to.
  ///
  /// It has one entry for each habit and day that was kept within the last twelve months.
  ///
  /// It has no notes, which are private, and does not say what sober days are about: other people
  /// look at calendars, and many programs forward them.
  public static func calendar(_ context: any SpaceContext) async throws -> String {
    let first = context.today.advanced(by: -365)
    let neutral = context.say(ShellPhrases.calendarDay)
    let days =
      try await (habits(context) + substances(context, title: neutral)).map(\.withoutNote)
    return CalendarExport.feed(
      days.filter { (first...context.today).contains($0.day) },
      name: context.say(ShellPhrases.calendarName, ["product": context.product.title])
    )
  }

  private static func habits(_ context: any SpaceContext) async throws -> [ExportedDay] {
    var days: [ExportedDay] = []
    for habit in try await context.askIfAvailable(AllHabits(includesArchived: true)) ?? [] {
      days += try await context.ask(EntriesOf(habit: habit.id)).map { ExportedDay(habit, $0) }
    }
    return days
  }

  private static func substances(
    _ context: any SpaceContext,
    title: String? = nil
  ) async throws -> [ExportedDay] {
    var days: [ExportedDay] = []
    for substance in try await context.askIfAvailable(AllSubstances()) ?? [] {
      let marks = try await context.ask(MarksOf(substance: substance.id.description))
      let slips = try await slips(of: substance, on: marks.map(\.day), context)
      days += marks.map { ExportedDay(substance, $0, slip: slips[$0.day], title: title) }
    }
    return days
  }

  /// What the person wrote about the days that were not sober.
  private static func slips(
    of substance: Substance,
    on days: [Day],
    _ context: any SpaceContext
  ) async throws -> [Day: SlipNote] {
    guard let first = days.min(), let last = days.max() else { return [:] }
    let diary = SoberDiary(substance: substance.id.description, from: first, to: last)
    let noted = try await context.askIfAvailable(diary)?.compactMap { day in
      day.slip.map { (day.day, $0) }
    }
    return Dictionary(noted ?? [], uniquingKeysWith: { first, _ in first })
  }
}

extension ExportedDay {
  fileprivate var withoutNote: ExportedDay {
    ExportedDay(
      id: id,
      title: title,
      day: day,
      status: status,
      isKept: isKept,
      value: value,
      unit: unit,
      at: at
    )
  }
}
