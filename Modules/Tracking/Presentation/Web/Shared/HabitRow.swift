import Core
import Pages
import Presentation
import StreaksContract
import TrackingContract

/// Components of a habit that several pages use.
enum HabitComponents {
  /// Returns the heading of a group; nil if there are no groups.
  static func heading(_ title: String, _ color: HabitColor?) -> HTML? {
    guard !title.isEmpty else { return nil }
    let dot = color.map { HTML.dot($0.rgbColor) }
    return "<h2 class=\"group-name\">\(dot)\(title)</h2>"
  }

  /// The name by which a browser remembers that a group is folded, for titles in any script.
  static func foldName(of title: String) -> String {
    // FNV-1a (Fowler, Noll, Vo), 64 bits.
    let hash = title.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01b3
    }
    return "g" + String(hash, radix: 36)
  }

  /// Returns the color that all habits of a group share, if they do.
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

  /// The symbol of the flame, defined once on a page that shows many; nil if the product shows none.
  static func flameSymbol(_ context: PageContext) -> HTML? {
    guard context.showsStreaks else { return nil }
    return HTML(
      trusted: #"<svg hidden><symbol id="flame" viewBox="0 0 24 24">"# + Icon.flame.strokes
        + "</symbol></svg>"
    )
  }

  private static let flame: HTML =
    "<svg class=\"icon\" aria-hidden=\"true\"><use href=\"#flame\"/></svg>"

  /// Returns `🔥 12 days` and the best run; nil if the product hides streaks or there was no run.
  ///
  /// The page must contain ``flameSymbol(_:)``.
  static func streak(_ streak: HabitStreak?, _ context: PageContext) -> HTML? {
    guard context.showsStreaks, let streak, streak.best > 0 else { return nil }
    let best = "best \(streak.unit.words(streak.best))"
    guard streak.current > 0 else { return "<span class=\"muted\">\(best)</span>" }
    let shield: HTML =
      streak.isProtectedNow ? "\(Icon.shield.html)\(HTML.spoken(", with a protected day"))" : ""
    return """
      <span class="streak">\(flame)\(HTML.spoken("Streak: "))\
      \(streak.unit.words(streak.current))\(shield)</span>\
      \(streak.current < streak.best ? " <span class=\"muted\">\(best)</span>" as HTML : nil)
      """
  }

  /// Returns the sign shown beside the title of a habit of high priority.
  static func important(_ details: HabitDetails) -> HTML? {
    guard details.priority == .high else { return nil }
    return """
      <span class="important"><span aria-hidden="true">!</span>\(HTML.spoken(" (important)"))</span>
      """
  }
}

extension HabitDetails {
  /// The icon or color that stands for the habit beside its title.
  var face: HTML { HTML.face(icon?.description, color.rgbColor) }
}
