import Core
import Terminal

/// A bar after its name; the names in a view form a column.
struct NamedBar: View {
  let name: String
  let share: Double?

  /// The column at which values begin.
  static let column = 13

  init(_ name: String, _ share: Double?) {
    self.name = name
    self.share = share
  }

  func lines(on screen: Screen) -> [Text] {
    guard let share else { return [] }
    let room = max(8, min(30, screen.width - Self.column - 6))
    let bar = Bar(share, width: room).text(on: screen)
    if screen.profile.plain { return [Text("\(name): ") + bar + "."] }
    return [Text(name, .muted).padded(to: Self.column) + bar]
  }
}

/// A value after its name, aligned with ``NamedBar``.
struct NamedValue: View {
  let name: String
  let value: Text

  init(_ name: String, _ value: Text) {
    self.name = name
    self.value = value
  }

  func lines(on screen: Screen) -> [Text] {
    if screen.profile.plain { return [Text("\(name): ") + value + "."] }
    let line = Text(name, .muted).padded(to: NamedBar.column) + value
    return Paragraph(line, hanging: NamedBar.column).lines(on: screen)
  }
}

/// Formats numbers for display.
enum NumberWords {
  /// Returns `57%`, or a dash if there is nothing to count.
  static func percent(_ share: Double?, on screen: Screen) -> String {
    guard let share else { return screen.profile.plain ? "nothing planned" : "–" }
    return "\(Bar(share).percent)%"
  }
}
