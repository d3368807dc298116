import Core
import Presentation
import StreaksContract
import Terminal
import TrackingContract

/// The last seven days of every habit.
struct WeekReport: Sendable {
  struct Item: Sendable {
    let habit: Habit
    let title: String
    let cells: [WeekDocument.Cell]
    let streak: HabitStreak?
  }

  let days: [Day]
  let items: [Item]

  var done: Int { items.reduce(0) { $0 + $1.cells.count { $0.status == .done } } }

  static func load(_ context: any SpaceContext) async throws -> WeekReport {
    let today = context.today
    let from = today.advanced(by: -6)
    let habits = try await context.ask(DaysOfHabits(from: from, to: today))
    let streaks = try await Streaks.load(context)
    let counted = try await CountedDays.load(
      habits.map(\.habit),
      streaks,
      from: from,
      to: today,
      context
    )
    let titles = DistinctTitles(habits.map(\.habit))
    let items = habits.map { days in
      let cells = days.days.map { state in
        WeekDocument.Cell(
          day: state.day,
          status: counted.status(of: state, in: days, today: today)
        )
      }
      let title = titles.title(days.habit.details.title, days.habit.id)
      return Item(habit: days.habit, title: title, cells: cells, streak: streaks[days.habit.id])
    }
    return WeekReport(days: (0..<7).map { from.advanced(by: $0) }, items: items)
  }
}

/// The output of `trellis week --json`.
struct WeekDocument: Codable, Sendable {
  struct Cell: Codable, Sendable, Equatable {
    let day: Day
    let status: DisplayStatus
  }

  struct Item: Codable, Sendable {
    let id: HabitID
    let title: String
    /// An emoji.
    @OrNull var icon: String?
    @OrNull var group: String?
    let color: HabitColor
    let cells: [Cell]
  }

  let days: [Day]
  let items: [Item]
  /// The number of days marked as done, over all habits.
  let done: Int

  init(_ report: WeekReport) {
    days = report.days
    done = report.done
    items = report.items.map {
      Item(
        id: $0.habit.id,
        title: $0.habit.details.title,
        icon: $0.habit.details.icon?.description,
        group: $0.habit.details.group,
        color: $0.habit.details.color,
        cells: $0.cells
      )
    }
  }
}
