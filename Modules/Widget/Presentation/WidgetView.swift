import Core
import Presentation
import Terminal
import TrackingContract
import WidgetContract

/// The widget on a terminal: the day, what the product draws above it, and a line per habit.
///
/// Each line has the number that checks its habit.
struct WidgetView: View {
  let content: WidgetContent
  let words: WidgetWords
  let weekStart: Weekday

  /// The width of the widget in columns, as far as the screen allows.
  private var measure: Int {
    switch content.size {
    case .small: 28
    case .medium: 44
    case .large: 64
    }
  }

  func lines(on screen: Screen) -> [Text] {
    // A screen reader gets all of it.
    let own =
      screen.profile.plain ? screen : screen.narrowed(to: min(measure, screen.width))
    let head = [day(own)] + flame(own) + graph(own)
    return head + (words.message(content).map { message($0, screen) } ?? habits(own))
  }

  private func message(_ words: String, _ screen: Screen) -> [Text] {
    Paragraph(Text(withoutNoise(words, screen), .heading), measure: max(40, measure))
      .lines(on: screen) + NextStep("trellis today").lines(on: screen)
  }

  private func habits(_ screen: Screen) -> [Text] {
    let lines = content.items.enumerated().map { index, item in
      line(index + 1, item, screen)
    }
    return lines + (content.overflow.map { [Text($0, .muted)] } ?? [])
  }

  // MARK: Head

  /// The day and its progress, with a bar where there is room.
  private func day(_ screen: Screen) -> Text {
    let day = Text(words.day(content.day), .muted)
    guard let progress = content.progress else { return day }
    if screen.profile.plain { return Text("\(words.day(content.day)): \(progress) done.") }
    let style: Style = content.open == 0 ? .done : .accent
    let count = Text("  ") + Text(progress, style.with(.bold))
    let room = min(20, screen.width - day.width - count.width - 2)
    guard content.size != .small, room >= 8 else { return day + count }
    let share = Double(content.done) / Double(content.total)
    let bar = Bar(share, width: room, style: style, showsPercent: false)
    return day + "  " + bar.text(on: screen) + count
  }

  private func flame(_ screen: Screen) -> [Text] {
    guard let flame = content.flame else { return [] }
    let freezes = words.freezes(flame)
    let owner = content.size == .small ? nil : words.flameOf(flame)
    if screen.profile.plain {
      let said = owner.map { "\(words.flame(flame)) (\($0))" } ?? words.flame(flame)
      return [Text([said, freezes].compactMap { $0 }.joined(separator: ", "))]
    }
    guard flame.streak != nil else {
      return Paragraph(Text(words.flame(flame), .muted)).lines(on: screen)
    }
    let sign = screen.sign(screen.theme.glyphs.flame)
    let length = Text("\(sign) \(words.flame(flame))", .warning)
    let shield = freezes.map {
      Text("  \(screen.sign(screen.theme.glyphs.shield)) \($0)", .protected)
    }
    let room = screen.width - length.width - (shield?.width ?? 0) - 2
    // Where there is little room, the name of the habit is dropped first.
    guard let owner, room >= 8 else { return [length + (shield ?? "")] }
    let whose = Text("  ") + Text(owner, .muted)
    return [
      length + whose.truncated(to: room + 2, ellipsis: screen.ellipsis) + (shield ?? "")
    ]
  }

  /// The last weeks as a grid; in the smallest widget the last days in a row.
  private func graph(_ screen: Screen) -> [Text] {
    guard let graph = content.graph else { return [] }
    if screen.profile.plain { return [Text(words.graph(graph) + ".")] }
    if content.size == .small {
      return [HeatStrip(graph.days.suffix(screen.width / 2).map(\.level)).text(on: screen)]
    }
    return HeatGrid(
      days: graph.days.map { ($0.day, $0.level) },
      today: content.day,
      weekStart: weekStart,
      hasLegend: false
    )
    .lines(on: screen)
  }

  // MARK: Habits

  private func line(_ place: Int, _ item: WidgetItem, _ screen: Screen) -> Text {
    let padding = content.items.count > 9 && place < 10 ? " " : ""
    let title = FacedTitle.text(
      Text(item.label),
      icon: item.icon,
      color: RGB(hex: item.color.rgb),
      besideIcons: content.items.contains { $0.icon != nil },
      on: screen
    )
    let line = Text("\(padding)\(place).", .muted) + " " + title
    let facts = [words.amount(item).map { Text($0, .muted) }, streak(item, screen)]
    let known = Text.joined(facts.compactMap { $0 }, by: "  ")
    guard !known.isEmpty else { return line.truncated(to: screen.width, ellipsis: screen.ellipsis) }
    let room = screen.width - known.width - 2
    guard room >= min(12, line.width) else {
      return line.truncated(to: screen.width, ellipsis: screen.ellipsis)
    }
    return line.truncated(to: room, ellipsis: screen.ellipsis) + "  " + known
  }

  private func streak(_ item: WidgetItem, _ screen: Screen) -> Text? {
    item.streak.map { streak in
      if screen.profile.plain { return Text(streak.words) }
      return Text("\(screen.sign(screen.theme.glyphs.flame)) \(streak.length)", .warning)
    }
  }

  /// Removes symbols that the terminal would only show as question marks, or that are not to be shown.
  private func withoutNoise(_ words: String, _ screen: Screen) -> String {
    guard screen.profile.plain || screen.profile.isTerminal && !screen.profile.unicode else {
      return words
    }
    return words.replacing(" 🌸", with: "").replacing(" 🔥", with: "")
  }
}
