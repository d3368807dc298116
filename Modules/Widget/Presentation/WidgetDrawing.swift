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
    WidgetView(content: content, words: content.message.map { context.say($0.phrase) })
  }

  // MARK: tmux

  /// The maximum width of a title in a status line, in columns.
  private static let tmuxTitle = 24

  /// Returns one line with tmux's own styles.
  ///
  /// Source: manual page tmux(1), FORMATS and STYLES.
  static func tmux(_ content: WidgetContent, _ context: any SpaceContext) -> String {
    guard content.message == nil else {
      return content.message.map { escaped(context.say($0.phrase)) } ?? ""
    }
    let items = content.items.map { item in
      let title = escaped(item.label.truncated(to: tmuxTitle))
      if let icon = item.icon { return "\(escaped(icon)) \(title)" }
      return "#[fg=\(hex(item.color))]●#[default] \(title)"
    }
    return (items + [content.overflow].compactMap { $0 }).joined(separator: "  ")
  }

  /// Returns printable text with every `#` doubled, so that a title is never a style or a command.
  private static func escaped(_ text: String) -> String {
    printable(text).replacing("#", with: "##")
  }

  /// Returns a color as `#rrggbb`, even if it is a named one.
  static func hex(_ color: HabitColor) -> String { HabitColor(rgb: color.rgb).description }
}

/// The widget on a terminal: one line per habit, with the number that checks it.
struct WidgetView: View {
  let content: WidgetContent
  /// The text shown instead of habits; nil if there are any.
  let words: String?

  /// The width of the widget in columns, as far as the screen allows.
  private var measure: Int {
    switch content.size {
    case .small: 28
    case .medium: 44
    case .large: 64
    }
  }

  func lines(on screen: Screen) -> [Text] {
    if let words {
      return Paragraph(Text(withoutNoise(words, screen), .heading), measure: max(40, measure))
        .lines(on: screen) + NextStep("trellis today").lines(on: screen)
    }
    let width = min(measure, screen.width)
    let lines = content.items.enumerated().map { index, item in
      line(index + 1, item, screen)
        .truncated(to: width, ellipsis: screen.ellipsis)
    }
    return lines + (content.overflow.map { [Text($0, .muted)] } ?? [])
  }

  private func line(_ place: Int, _ item: WidgetItem, _ screen: Screen) -> Text {
    let number = "\(place)."
    let padding = content.items.count > 9 && place < 10 ? " " : ""
    let name = Text(padding + number, .muted) + Text(" ")
    let showsIcons = screen.profile.unicode && !screen.profile.plain
    if showsIcons, let icon = item.icon { return name + Text("\(icon) \(item.label)") }
    guard screen.profile.color != .none else { return name + Text(item.label) }
    let gap = showsIcons && content.items.contains { $0.icon != nil } ? "  " : " "
    let chip = Text(screen.sign("●", ascii: "*") + gap, .color(RGB(hex: item.color.rgb)))
    return name + chip + Text(item.label)
  }

  /// Removes symbols that the terminal would only show as question marks.
  private func withoutNoise(_ words: String, _ screen: Screen) -> String {
    guard screen.profile.isTerminal, !screen.profile.unicode else { return words }
    return words.replacing(" 🌸", with: "")
  }
}
