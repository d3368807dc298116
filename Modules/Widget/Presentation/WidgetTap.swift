import Commands
import Core
import Presentation
import TrackingContract
import WidgetContract

/// A tap on a shown habit, which sends the same command as any other check of today.
struct WidgetTap {
  /// The place of the habit in the widget, counted from 1.
  let place: Int
  let size: WidgetSize

  func run(in context: CommandContext) async throws {
    let content = try await context.ask(ComposeWidget(size: size))
    guard !content.opensToday else {
      throw DomainError(
        "widget-nothing-open",
        "Nothing is open today, so there is nothing to check. See your day with: trellis today"
      )
    }
    guard content.items.indices.contains(place - 1) else {
      let habits = content.items.count.counted("habit")
      throw DomainError(
        "widget-no-such-item",
        "The widget shows \(habits), so there is none at place \(place). Nothing was changed."
      )
    }
    let state = CheckOn(habit: content.items[place - 1].id, day: context.today)
    try await WidgetTap.complete(try await context.ask(state), in: context)
  }

  /// Marks a habit that is open as done.
  static func complete(_ open: CheckState, in context: any SpaceContext) async throws {
    let command = SetCheck(
      habit: open.habit.id,
      day: open.day,
      mark: .done,
      value: open.filledValue
    )
    guard try await context.send(command).status == .open else { return }
    let words = "“\(open.habit.details.title)” is over its limit, which a tap cannot change. "
    throw DomainError(
      "widget-over-limit",
      words + "If the value is wrong, say the right one with: trellis check --value",
      onPages: words + "If the value is wrong, enter the right one on the page of today."
    )
  }
}
