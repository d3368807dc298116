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

  /// The calendar that programs subscribe to: one entry for each habit and day that was kept within the
  /// last twelve months.
  ///
  /// It has no notes, which are for nobody but the person, and does not say what sober days are about:
  /// calendars are looked at by others, and many programs send them on.
  public static func calendar(_ context: any SpaceContext) async throws -> String {
    let first = context.today.advanced(by: -365)
    let neutral = context.say(ShellPhrases.calendarDay)
    let days =
      try await habits(context).map(\.withoutNote)
      + substances(context, title: neutral)
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
      days += marks.map { ExportedDay(substance, $0, title: title) }
    }
    return days
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
