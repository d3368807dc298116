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
      let habits = content.items.count == 1 ? "1 habit" : "\(content.items.count) habits"
      throw DomainError(
        "widget-no-such-item",
        "The widget shows \(habits), so there is none at place \(place). Nothing was changed."
      )
    }
    try await WidgetTap.complete(content.items[place - 1], in: context)
  }

  /// Marks a shown habit as done.
  static func complete(_ item: WidgetItem, in context: any SpaceContext) async throws {
    let state = try await context.send(SetCheck(habit: item.id, mark: .done, value: item.value))
    guard state.status != .open else {
      throw DomainError(
        "widget-over-limit",
        "“\(item.title)” is over its limit for today, which a tap cannot change. If the value is "
          + "wrong, say the right one with: trellis check --value"
      )
    }
  }
}
