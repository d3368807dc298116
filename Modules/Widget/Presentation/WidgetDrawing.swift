import ArgumentParser
import Commands
import Core
import Presentation
import Terminal
import TrackingContract
import WidgetContract

/// The format in which a widget is drawn.
enum WidgetFormat: String, ExpressibleByArgument, CaseIterable {
  case text, json, waybar, tmux
}

/// Draws the content of a widget in any of the formats.
struct WidgetDrawing {
  let context: CommandContext
  /// The format; nil for the document of `--json`.
  let format: WidgetFormat?
  /// Whether drawings follow one another, in which case each document is on one line.
  let watched: Bool

  func text(of content: WidgetContent, at now: Instant) -> String {
    switch format {
    case nil: json(WidgetDocument(content, context), pretty: !watched)
    case .json: json(WidgetTimeline(content, at: now, context), pretty: !watched)
    case .waybar: json(WaybarDocument(content, context), pretty: false)
    case .tmux: WidgetDrawing.tmux(content, context) + "\n"
    case .text:
      erasure + context.screen.draw(view(content)) + (watched && erasure.isEmpty ? "\n" : "")
    }
  }

  private func json(_ document: some Encodable, pretty: Bool) -> String {
    let text =
      pretty
      ? try? JSON.pretty(document)
      : (try? JSON.encode(document)).map { String(decoding: $0, as: UTF8.self) }
    return (text ?? "") + "\n"
  }

  /// The sequence that clears the previous drawing, unless the user prefers reduced motion.
  ///
  /// It moves the cursor to the corner and erases to the end: CUP and ED of ECMA-48, 8.3.21 and
  /// 8.3.39.
  private var erasure: String {
    let profile = context.screen.profile
    return watched && profile.isTerminal && !profile.reducedMotion ? "\u{1B}[H\u{1B}[J" : ""
  }

  private func view(_ content: WidgetContent) -> WidgetView {
    WidgetView(
      content: content,
      words: WidgetWords(context: context),
      weekStart: context.calendar.weekStart
    )
  }

  // MARK: tmux

  /// The maximum width of a title in a status line, in columns.
  private static let tmuxTitle = 24

  /// Returns one line with tmux's own styles.
  ///
  /// Source: manual page tmux(1), FORMATS and STYLES.
  static func tmux(_ content: WidgetContent, _ context: any SpaceContext) -> String {
    let said = WidgetWords(context: context)
    let flame = said.flameSign(content)
    if let words = said.message(content) {
      return [flame, escaped(words)].compactMap { $0 }.joined(separator: "  ")
    }
    let items = content.items.map { item in
      let title = escaped(item.label.truncated(to: tmuxTitle))
      if let icon = item.icon { return "\(escaped(icon)) \(title)" }
      return "#[fg=\(hex(item.color))]●#[default] \(title)"
    }
    return ([flame].compactMap { $0 } + items + [content.overflow].compactMap { $0 }).joined(
      separator: "  "
    )
  }

  /// Returns printable text with every `#` doubled, so that a title is never a style or a command.
  private static func escaped(_ text: String) -> String {
    printable(text).replacingScalars { $0 == "#" ? "##" : nil }
  }

  /// Returns a color as `#rrggbb`, even if it is a named one.
  static func hex(_ color: HabitColor) -> String { HabitColor(rgb: color.rgb).description }
}
