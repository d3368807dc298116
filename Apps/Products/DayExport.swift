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

  private static func habits(_ context: any SpaceContext) async throws -> [ExportedDay] {
    var days: [ExportedDay] = []
    for habit in try await context.askIfAvailable(AllHabits(includesArchived: true)) ?? [] {
      days += try await context.ask(EntriesOf(habit: habit.id)).map { ExportedDay(habit, $0) }
    }
    return days
  }

  private static func substances(_ context: any SpaceContext) async throws -> [ExportedDay] {
    var days: [ExportedDay] = []
    for substance in try await context.askIfAvailable(AllSubstances()) ?? [] {
      let marks = try await context.ask(MarksOf(substance: substance.id.description))
      days += marks.map { ExportedDay(substance, $0) }
    }
    return days
  }
}
