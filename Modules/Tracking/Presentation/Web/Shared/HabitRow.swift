import Core
import Pages
import Presentation
import StreaksContract
import TrackingContract

/// Pieces that several pages show of a habit.
enum HabitComponents {
  /// The heading of a group; empty where there are no groups.
  static func heading(_ title: String, _ color: HabitColor?) -> HTML? {
    guard !title.isEmpty else { return nil }
    let dot = color.map { HTML.dot($0.rgbColor) }
    return "<h2 class=\"group-name\">\(dot)\(title)</h2>"
  }

  /// The color that a whole group has, if it has one.
  static func color(of habits: some Collection<HabitDetails>) -> HabitColor? {
    guard let first = habits.first?.color, habits.allSatisfy({ $0.color == first }) else {
      return nil
    }
    return first
  }

  static func addButton(_ context: PageContext) -> HTML {
    let content: HTML = "\(Icon.plus.html)<span>\(context.say(.habitNew))</span>"
    return HTML.link(HabitFormPages.newPath, style: "button primary", content)
  }

  /// Drawn once for a page that shows many.
  static let flameSymbol = HTML(
    trusted: #"<svg hidden><symbol id="flame" viewBox="0 0 24 24">"# + Icon.flame.strokes
      + "</symbol></svg>"
  )

  private static let flame: HTML =
    "<svg class=\"icon\" aria-hidden=\"true\"><use href=\"#flame\"/></svg>"

  /// `🔥 12 days`, on a page that has ``flameSymbol``; where the product shows it and there is a run.
  static func streak(_ streak: HabitStreak?, _ context: PageContext) -> HTML? {
    guard context.showsStreaks, let streak, streak.current > 0 else { return nil }
    let shield: HTML =
      streak.isProtectedNow ? "\(Icon.shield.html)\(HTML.spoken(", with a protected day"))" : ""
    return """
      <span class="streak">\(flame)\(HTML.spoken("Streak: "))\
      \(streak.unit.words(streak.current))\(shield)</span>
      """
  }

  /// Beside the title of what matters most.
  static func important(_ details: HabitDetails) -> HTML? {
    guard details.priority == .high else { return nil }
    return """
      <span class="important"><span aria-hidden="true">!</span>\(HTML.spoken(" (important)"))</span>
      """
  }

  /// `12 of 20 pages`; nil for what is not measured and has no value.
  static func amount(_ value: Amount?, of target: Target?) -> String? {
    guard let target else { return value.map(\.description) }
    let unit = target.unit.isEmpty ? "" : " \(target.unit)"
    let limit = target.direction == .atMost ? "at most " : ""
    guard let value else { return "\(limit)\(target.amount)\(unit)" }
    return "\(value) of \(limit)\(target.amount)\(unit)"
  }
}
