import Core
import Presentation

/// One day of a contribution calendar.
public struct HeatmapDay: Sendable, Equatable {
  public let day: Day
  /// The level, from 0 (nothing) to 4 (most).
  public let level: Int
  /// What happened on it, without the date: `3 done`.
  public let words: String

  public init(_ day: Day, level: Int, words: String) {
    self.day = day
    self.level = min(4, max(0, level))
    self.words = words
  }
}

/// A contribution calendar: weeks side by side, a square for each day.
///
/// A real table, in which every cell states its date and what happened; with a script the arrow
/// keys move between cells.
public struct HeatmapGrid: Sendable {
  private let days: [Day: HeatmapDay]
  private let weeks: [Day]
  private let weekStart: Weekday
  private let today: Day
  private let title: String
  private let href: @Sendable (Day) -> String?

  /// - Parameters:
  ///   - days: in any order; missing days stay empty.
  ///   - title: what the calendar shows, for screen readers.
  ///   - href: the target of a click on a day.
  public init(
    days: [HeatmapDay],
    weekStart: Weekday,
    today: Day,
    title: String = "Contributions, a square for each day",
    href: @escaping @Sendable (Day) -> String? = { _ in nil }
  ) {
    self.days = Dictionary(days.map { ($0.day, $0) }) { first, _ in first }
    self.weekStart = weekStart
    self.today = today
    self.title = title
    self.href = href
    let first = (days.map(\.day).min() ?? today).startOfWeek(from: weekStart)
    let last = (days.map(\.day).max() ?? today).startOfWeek(from: weekStart)
    weeks = stride(from: first.number, through: last.number, by: 7).map { Day(number: $0) }
  }

  public var html: HTML {
    """
    <div class="scroll-x" tabindex="0" role="region" aria-label="\(title)">\
    <table class="heat" data-grid\(attribute: "data-span", span)><caption class="visually-hidden">\(title)</caption>\
    <thead><tr><td></td>\(months)</tr></thead><tbody>\(each: 0..<7, row)</tbody></table></div>\
    <div class="grid-foot"><p class="readout small muted" data-readout aria-hidden="true"></p>\
    \(legend)</div>
    """
  }

  /// How much space the weeks need: where there is less, the table can be scrolled.
  private var span: String? { weeks.count > 30 ? "year" : weeks.count > 16 ? "half" : nil }

  /// Headings above the weeks in which months begin; `colspan` makes each as wide as its month.
  private var months: HTML {
    var pieces: [HTML] = []
    var index = 0
    while index < weeks.count {
      let month = weeks[index]
      var span = 1
      while index + span < weeks.count, weeks[index + span].month == month.month { span += 1 }
      let name = span > 1 ? String(month.monthName.prefix(3)) : ""
      pieces.append(
        name.isEmpty
          ? "<td></td>" : "<th scope=\"colgroup\" colspan=\"\(span)\">\(name)</th>"
      )
      index += span
    }
    return pieces.joined()
  }

  private func row(_ index: Int) -> HTML {
    let weekday = Day(number: weeks[0].number + index).weekday
    // Every other name is enough to tell the rows apart; the others are for screen readers.
    let style = index % 2 == 0 ? nil : "visually-hidden"
    return """
      <tr><th scope="row"><span aria-hidden="true"\(attribute: "class", style)>\
      \(weekday.name.prefix(3))</span>\(HTML.spoken(weekday.name))</th>\
      \(each: weeks, { cell($0.advanced(by: index)) })</tr>
      """
  }

  private func cell(_ day: Day) -> HTML {
    guard let entry = days[day] else { return "<td></td>" }
    let mark = day == today ? "date" : nil
    let words = "\(day.words): \(entry.words)"
    guard let target = href(day) else {
      return """
        <td data-level="\(entry.level)"\(attribute: "aria-current", mark)>\
        <span>\(words)</span></td>
        """
    }
    return """
      <td data-level="\(entry.level)"\(attribute: "aria-current", mark)>\
      <a href="\(target)"><span>\(words)</span></a></td>
      """
  }

  private var legend: HTML {
    """
    <p class="legend small muted"><span>Less</span>\
    \(each: 0...4, { "<i data-level=\"\($0)\"></i>" })<span>More</span></p>
    """
  }
}
