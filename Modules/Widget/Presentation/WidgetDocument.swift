import Commands
import Core
import Presentation
import Terminal
import TrackingContract
import WidgetContract

/// The output of `trellis widget --json`.
struct WidgetDocument: Codable, Sendable {
  struct Item: Codable, Sendable {
    let id: HabitID
    let title: String
    let color: HabitColor
    /// An emoji.
    @OrNull var icon: String?
    /// What is measured today, in words: `12/20 pages`.
    @OrNull var amount: String?
    /// The share of the target that is reached, 0 to 1.
    let share: Double
    @OrNull var streak: WidgetStreak?
  }

  struct Flame: Codable, Sendable {
    @OrNull var streak: WidgetStreak?
    /// The title of its habit.
    @OrNull var label: String?
    let atRisk: Bool
    @OrNull var freezes: Int?
  }

  let size: WidgetSize
  let day: Day
  let items: [Item]
  let more: Int
  @OrNull var message: String?
  let refreshAt: String
  /// How many of today's habits are done.
  let done: Int
  /// How many habits there are today, including the done ones.
  let total: Int
  @OrNull var graph: WidgetGraph?
  @OrNull var flame: Flame?

  init(_ content: WidgetContent, _ context: any SpaceContext) {
    size = content.size
    day = content.day
    done = content.done
    total = content.total
    graph = content.graph
    flame = content.flame.map { flame in
      Flame(
        streak: flame.streak,
        label: flame.label,
        atRisk: flame.atRisk,
        freezes: flame.freezes
      )
    }
    items = content.items.map { item in
      Item(
        id: item.id,
        title: item.title,
        color: item.color,
        icon: item.icon,
        amount: item.amount?.short { $0 },
        share: item.share,
        streak: item.streak
      )
    }
    more = content.more
    message = content.message.map { context.say($0.phrase) }
    refreshAt = content.refreshAt.rfc3339(in: context.calendar.zone)
  }
}

/// What to show and from when on, in the form of WidgetKit's timelines.
///
/// Source: Apple, WidgetKit, `Timeline` and `TimelineReloadPolicy.after(_:)`.
struct WidgetTimeline: Codable, Sendable {
  struct Entry: Codable, Sendable {
    let date: String
    let content: WidgetDocument
  }

  struct Policy: Codable, Sendable {
    /// When to request the timeline again.
    let after: String
  }

  let entries: [Entry]
  let policy: Policy

  init(_ content: WidgetContent, at now: Instant, _ context: any SpaceContext) {
    let document = WidgetDocument(content, context)
    entries = [Entry(date: now.rfc3339(in: context.calendar.zone), content: document)]
    policy = Policy(after: document.refreshAt)
  }
}

/// The output that waybar reads from a module with `"return-type": "json"`.
///
/// Source: waybar, manual page waybar-custom(5).
struct WaybarDocument: Encodable, Sendable {
  let text: String
  let tooltip: String
  /// The class for waybar's style sheet: `open`, `done` or `empty`.
  let `class`: String
  /// The percentage of today's habits that are done.
  let percentage: Int

  init(_ content: WidgetContent, _ context: any SpaceContext) {
    let said = WidgetWords(context: context)
    let words = said.message(content).map(WaybarDocument.markup)
    let lines = content.items.map { item in
      let label = WaybarDocument.markup(item.label)
      if let icon = item.icon { return "\(WaybarDocument.markup(icon)) \(label)" }
      return "<span foreground=\"\(WidgetDrawing.hex(item.color))\">●</span> \(label)"
    }
    text = [said.flameSign(content), words ?? "○ \(content.open)"].compactMap { $0 }
      .joined(separator: "  ")
    tooltip = words ?? (lines + [content.overflow].compactMap { $0 }).joined(separator: "\n")
    `class` = content.items.isEmpty ? (content.message == .allDone ? "done" : "empty") : "open"
    let total = content.done + content.open
    percentage = total == 0 ? 0 : content.done * 100 / total
  }

  /// Escapes text as Pango markup, which waybar expects in both texts.
  static func markup(_ text: String) -> String {
    printable(text).replacingScalars { scalar in
      switch scalar {
      case "&": "&amp;"
      case "<": "&lt;"
      case ">": "&gt;"
      default: nil
      }
    }
  }
}
