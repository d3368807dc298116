import Core
import Presentation
import TrackingContract
import WidgetContract

/// What all drawings of a widget say in the same words.
struct WidgetWords {
  let context: any SpaceContext

  /// The day, as `Sat 28 Nov`.
  func day(_ day: Day) -> String {
    "\(CalendarLabels.weekday(day.weekday)) \(day.shortWords(today: day))"
  }

  /// The message instead of habits; nil if there are any.
  func message(_ content: WidgetContent) -> String? {
    content.message.map { context.say($0.phrase) }
  }

  /// What is measured today, as `12/20 pages`; nil if nothing is.
  func amount(_ item: WidgetItem) -> String? {
    item.amount.map { $0.short(context.number) }
  }

  /// What stands beside the flame: its length, or that none is lit.
  func flame(_ flame: WidgetFlame) -> String {
    flame.streak?.words ?? context.say(.widgetNoFlame)
  }

  /// The flame in a status line: its sign and its length alone; nil if none is lit.
  func flameSign(_ content: WidgetContent) -> String? {
    content.flame?.streak.map { "\(context.product.theme.glyphs.flame.unicode) \($0.length)" }
  }

  /// Whose flame it is, and that it ends today if it does; nil if none is lit.
  func flameOf(_ flame: WidgetFlame) -> String? {
    flame.label.map { context.say(flame.atRisk ? .widgetFlameOpen : .widgetFlame, ["title": $0]) }
  }

  /// The freezes in stock, as `2 freezes`; nil where there are none.
  func freezes(_ flame: WidgetFlame) -> String? {
    flame.freezes.map { $0.counted("freeze") }
  }

  /// The contributions that are drawn, for people who do not see them.
  func graph(_ graph: WidgetGraph) -> String {
    context.say(.widgetGraph, ["total": context.number(graph.total)])
  }
}
