import Commands
import Core
import Presentation
import Terminal
import TrackingContract

/// The tables of habits and vacations.
enum ListViews {
  /// - Parameter archived: an archived habit, if there are no others.
  static func of(
    _ habits: [Habit],
    archived: Habit? = nil,
    _ context: CommandContext
  ) -> [any View] {
    guard !habits.isEmpty else { return NoHabits.views(archived, context) }
    let titles = DistinctTitles(habits)
    let isPlain = context.screen.profile.plain
    let columns: [Table.Column] = [
      .init("Habit", fit: .truncates, minimumWidth: 14),
      .init("How often", fit: .truncates, minimumWidth: 10),
      .init("Target", isOptional: true),
      .init("Group", fit: .truncates, minimumWidth: 8, isOptional: true),
      .init("Difficulty", isOptional: true),
      .init("Notes", fit: .truncates, minimumWidth: 12, isOptional: true),
    ]
    let hasIcons = habits.contains { $0.details.icon != nil }
    let rows = habits.map { habit in
      row(habit, titles.title(habit.details.title, habit.id), besideIcons: hasIcons, context)
        + (isPlain ? [Text(habit.details.color.description)] : [])
    }
    // On other screens a chip shows the color.
    var table = Table(columns + (isPlain ? [.init("Color")] : []), rows: rows)
    table.dropEmptyColumns()
    return [table]
  }

  private static func row(
    _ habit: Habit,
    _ title: String,
    besideIcons: Bool,
    _ context: CommandContext
  ) -> [Text] {
    let details = habit.details
    let style: Style = details.archived ? .muted : .regular
    let archived = details.archived ? Text(" (archived)", .muted) : Text()
    let target = details.target.map { target in
      let limit = target.direction == .atMost ? "max " : ""
      let amount = context.number(target.amount.description)
      return "\(limit)\(amount)\(target.unit.isEmpty ? "" : " \(target.unit)")"
    }
    return [
      HabitLabel.text(title, details, style: style, besideIcons: besideIcons, on: context.screen)
        + archived,
      Text(details.schedule.words, style), Text(target ?? "", style),
      Text(details.group ?? "", style),
      Text(details.difficulty == .easy ? "" : details.difficulty.rawValue, style),
      Text(details.notes, .muted),
    ]
  }

  static func of(
    _ vacations: [Vacation],
    titles: [HabitID: String],
    _ context: CommandContext
  ) -> [any View] {
    guard !vacations.isEmpty else {
      return [
        Paragraph(Text(context.say(.vacationNone))),
        NextStep(
          "trellis vacation plan \(context.today.advanced(by: 1)) \(context.today.advanced(by: 7))"
        ),
      ]
    }
    let columns: [Table.Column] = [
      .init("From"), .init("To"), .init("Habits", fit: .wraps, minimumWidth: 10), .init("Id"),
    ]
    let rows = vacations.map { vacation in
      let names = vacation.habits?.sorted().map { titles[$0] ?? "a deleted habit" }
      return [
        Text("\(vacation.from)"), Text("\(vacation.to)"),
        Text(names?.joined(separator: ", ") ?? "all"),
        Text(String(vacation.id.short.dropFirst()), .muted),
      ]
    }
    return [Table(columns, rows: rows)]
  }
}
