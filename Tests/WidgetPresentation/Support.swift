import Commands
import Core
import Presentation
import Terminal
import Testing
import TestKit
import TrackingContract
import WidgetContract

@testable import WidgetPresentation

/// An empty space, because renderers send no requests.
struct NoSpace: StubbedSpace {
  struct Missing: Error {}

  func reply<R: Request>(to request: R) throws -> R.Reply { throw Missing() }
}

func context(
  _ profile: TerminalProfile = .file,
  asking space: any SpaceClient = NoSpace()
) throws -> CommandContext {
  let product = Product(
    name: "sample",
    title: "Sample",
    summary: "",
    modules: [],
    policies: Policies(),
    voice: Voice(),
    theme: .standard
  )
  return CommandContext(
    product: product,
    settings: [],
    now: Instant(seconds: 1_773_300_000),
    calendar: LocalCalendar(zone: try Zone(identifier: "Europe/Vienna")),
    screen: Screen(profile),
    format: .text,
    space: space
  )
}

func content(
  _ titles: [String],
  more: Int = 0,
  message: WidgetMessage? = nil,
  size: WidgetSize = .small,
  done: Int = 1,
  icon: String? = nil,
  amount: MeasuredAmount? = nil,
  graph: WidgetGraph? = nil,
  flame: WidgetFlame? = nil,
  streak: WidgetStreak? = nil
) -> WidgetContent {
  let items = titles.enumerated().map { index, title in
    WidgetItem(
      id: HabitID(rawValue: UInt128(index + 1)),
      title: title,
      color: HabitColor(rgb: 0x00897B),
      icon: icon,
      amount: amount,
      streak: streak
    )
  }
  return WidgetContent(
    size: size,
    day: Day(number: 20_524),
    items: items,
    more: more,
    message: message,
    refreshAt: Instant(seconds: 1_773_356_400),
    done: done,
    graph: graph,
    rings: graph == nil ? [] : items,
    flame: flame
  )
}

/// Returns the widget drawn once in a format.
func drawn(
  _ content: WidgetContent,
  _ format: WidgetFormat?,
  _ profile: TerminalProfile = .file
) throws -> String {
  let context = try context(profile)
  let drawing = WidgetDrawing(context: context, format: format, watched: false)
  return drawing.text(of: content, at: context.now)
}
