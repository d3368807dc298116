import Core
import Presentation

/// One day of a ``DayCalendar``.
public struct CalendarDay: Sendable {
  /// The state of the day.
  public enum Style: String, Sendable {
    case done, skipped, protected, missed, open, notDue
    /// Missed, in products that do not strike days out.
    case quiet
    /// After today; shows the number of the day and no state.
    case ahead
    /// Shaded according to ``CalendarDay/shade``.
    case shaded
  }

  public let day: Day
  public let style: Style
  /// What happened, without the date: `done, part of your current streak`.
  public let words: String
  /// Whether the day belongs to the current run, whose days are joined by a line.
  public let isInRun: Bool
  public let isToday: Bool
  /// The shade, from 0 to 10, for the style ``Style/shaded``.
  public let shade: Int
  /// Whether there is a note, shown as a small dot.
  public let hasNote: Bool
  public let control: Control?
  /// The element id that links on the page refer to.
  public let id: String?

  /// What a tap on the day does.
  public enum Control: Sendable {
    /// Opens a page.
    case link(String)
    /// Submits the form around the calendar with this field.
    case button(name: String, value: String)
  }

  /// - Parameter control: nil for a day without interaction.
  public init(
    _ day: Day,
    _ style: Style,
    words: String,
    isInRun: Bool = false,
    isToday: Bool = false,
    shade: Int = 0,
    hasNote: Bool = false,
    control: Control? = nil,
    id: String? = nil
  ) {
    self.day = day
    self.style = style
    self.words = words
    self.isInRun = isInRun
    self.isToday = isToday
    self.shade = min(10, max(0, shade))
    self.hasNote = hasNote
    self.control = control
    self.id = id
  }

  /// A day after today.
  public static func ahead(_ day: Day) -> CalendarDay { CalendarDay(day, .ahead, words: "") }

  /// The full date and what happened, for screen readers.
  fileprivate var spoken: String? { words.isEmpty ? nil : "\(day.words): \(words)" }
}

/// A calendar with weeks as rows.
///
/// It shows the days of a habit, or endless sober days.
public struct DayCalendar: Sendable {
  /// The order of the weeks.
  public enum Order: Sendable {
    case oldestFirst, newestFirst
  }

  private let days: [Day: CalendarDay]
  private let weeks: [Day]
  private let weekStart: Weekday
  private let title: String
  private var more: (href: String, label: String)?

  /// Makes a calendar of all weeks from the first to the last of some days.
  public init(
    days: [CalendarDay],
    weekStart: Weekday,
    order: Order = .oldestFirst,
    title: String = "Calendar"
  ) {
    self.days = Dictionary(days.map { ($0.day, $0) }) { first, _ in first }
    self.weekStart = weekStart
    self.title = title
    guard let first = days.map(\.day).min(), let last = days.map(\.day).max() else {
      weeks = []
      return
    }
    let starts = stride(
      from: first.startOfWeek(from: weekStart).number,
      through: last.number,
      by: 7
    ).map { Day(number: $0) }
    weeks = order == .oldestFirst ? starts : starts.reversed()
  }

  /// Makes a calendar with a link to the page with further weeks.
  @available(*, deprecated, message: "Show the link to further weeks below the calendar.")
  public init(
    days: [CalendarDay],
    weekStart: Weekday,
    order: Order = .oldestFirst,
    title: String = "Calendar",
    id: String?,
    more: (href: String, label: String)? = nil
  ) {
    self.init(days: days, weekStart: weekStart, order: order, title: title)
    self.more = more
  }

  public var html: HTML {
    """
    <table class="days" data-grid>\
    <caption class="visually-hidden">\(title)</caption><thead><tr>\(head)</tr></thead>\
    <tbody>\(each: weeks, row)</tbody></table>\
    \(further)\
    <p class="readout small muted" data-readout aria-hidden="true"></p>
    """
  }

  private var further: HTML? {
    more.map { "<p>\(HTML.link($0.href, $0.label))</p>" }
  }

  private var head: HTML {
    let names = (0..<7).map { Day(number: (weeks.first?.number ?? 0) + $0).weekday.name }
    return
      names.map { name -> HTML in
        "<th scope=\"col\" aria-label=\"\(name)\">\(name.prefix(2))</th>"
      }
      .joined() + "<td></td>"
  }

  /// A week, with the month at its side where one begins.
  ///
  /// January shows its year, and so does the first month of a calendar that reaches back into an
  /// earlier year.
  private func row(_ week: Day) -> HTML {
    let all = (0..<7).map { week.advanced(by: $0) }
    let begins = all.first { $0.dayOfMonth == 1 && days[$0] != nil }
    let label = begins.map { day -> HTML in
      let isFirst = day.distance(to: firstNamed) == 0 && day.year != days.keys.max()?.year
      let year: HTML = day.month == 1 || isFirst ? " <small>\(day.year)</small>" : ""
      return "\(day.monthName.prefix(3))\(year)"
    }
    let month: HTML =
      label.map { "<td class=\"month\" aria-hidden=\"true\">\($0)</td>" } ?? "<td></td>"
    return "<tr>\(each: all, cell)\(month)</tr>"
  }

  /// The first day on which a month begins.
  private var firstNamed: Day {
    let first = days.keys.min() ?? Day(number: 0)
    return first.dayOfMonth == 1 ? first : first.startOfMonth.advanced(by: 31).startOfMonth
  }

  private func cell(_ day: Day) -> HTML {
    guard let entry = days[day] else { return "<td></td>" }
    // A page may have weeks of future days, so they are kept short.
    guard entry.style != .ahead else { return "<td><span>\(day.dayOfMonth)</span></td>" }
    let shade = entry.style == .shaded ? String(entry.shade) : nil
    return """
      <td data-state="\(entry.style.rawValue)"\(attribute: "data-shade", shade)\
      \(attribute: "data-run", if: entry.isInRun)\(attribute: "data-note", if: entry.hasNote)\
      \(attribute: "aria-current", entry.isToday ? "date" : nil)\
      \(attribute: "data-anchor", entry.isToday ? "today" : nil)\
      \(attribute: "aria-label", entry.control == nil ? entry.spoken : nil)>\(face(entry))</td>
      """
  }

  private func face(_ entry: CalendarDay) -> HTML {
    let number: HTML = "\(entry.day.dayOfMonth)"
    let id: HTML = "\(attribute: "id", entry.id)"
    // An attribute, since visually hidden text would make a page of many days half as large again.
    let label: HTML = "\(attribute: "aria-label", entry.spoken)"
    switch entry.control {
    case nil: return "<span\(id)>\(number)</span>"
    case .link(let href): return "<a\(id) href=\"\(href)\"\(label)>\(number)</a>"
    case .button(let name, let value):
      return "<button\(id) name=\"\(name)\" value=\"\(value)\"\(label)>\(number)</button>"
    }
  }
}
