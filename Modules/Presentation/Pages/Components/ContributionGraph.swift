import Core
import Presentation

/// A year of contributions as one drawing, as wide as the page.
///
/// It is light enough for a first page, where a link for each day would not be: each run of days
/// with one level is a line, and a mask cuts the lines into days. Where space is limited, the style
/// sheet cuts off the oldest weeks. ``HeatmapGrid`` is the table behind it.
public struct ContributionGraph: Sendable {
  /// The distance between two days.
  private static let step = 14
  /// The space for the names of months.
  private static let top = 20
  /// The weeks in each part of the names of months, counted from the end: the names of a part are
  /// shown only where all its weeks have space, since the edge would cut one of them in two.
  private static let part = 8
  private static let parts = 7
  private static var height: Int { top + 7 * step }

  private let levels: [Day: Int]
  private let weeks: [Day]
  private let today: Day
  private let id: String

  /// - Parameters:
  ///   - levels: the levels of days, 0 (nothing) to 4 (most); days without one are not drawn.
  ///   - weekStart: the first row.
  ///   - id: distinguishes it from other graphs on the page.
  public init(
    levels: [(day: Day, level: Int)],
    weekStart: Weekday,
    today: Day,
    id: String = "graph"
  ) {
    self.id = id
    self.levels = Dictionary(levels.map { ($0.day, $0.level) }) { first, _ in first }
    self.today = today
    let first = (levels.map(\.day).min() ?? today).startOfWeek(from: weekStart)
    let last = today.startOfWeek(from: weekStart)
    weeks = stride(from: first.number, through: last.number, by: 7).map { Day(number: $0) }
  }

  /// The names of weekdays, which stay in place, and the days; hidden from screen readers.
  public var html: HTML {
    """
    <span class="graph" aria-hidden="true"><svg class="graph-weekdays" viewBox="0 0 30 \(Self.height)">\
    \(each: [0, 2, 4, 6], weekday)</svg>\
    <span class="graph-days"><svg viewBox="0 0 \(weeks.count * Self.step) \(Self.height)" \
    preserveAspectRatio="xMaxYMid slice"><defs><pattern id="\(id)-day" y="\(Self.top)" width="\(Self.step)" \
    height="\(Self.step)" patternUnits="userSpaceOnUse">\
    <rect x="1.5" y="1.5" width="11" height="11" rx="2.5" fill="#fff"/></pattern><mask id="\(id)-mask">\
    <rect width="100%" height="100%" fill="url(#\(id)-day)"/></mask></defs>\
    \(months)<g mask="url(#\(id)-mask)">\(each: 0...4, line)</g>\(mark)</svg></span></span>
    """
  }

  private func weekday(_ row: Int) -> HTML {
    let name = Day(number: weeks[0].number + row).weekday.name.prefix(3)
    return "<text y=\"\(Self.top + row * Self.step + 11)\">\(name)</text>"
  }

  /// The name of each month above the first week that begins in it.
  private var months: HTML {
    let named = weeks.indices.filter { index in
      index > 0 && weeks[index].month != weeks[index - 1].month && index < weeks.count - 1
    }
    return named.map { index -> HTML in
      let part = (weeks.count - index + Self.part - 1) / Self.part
      let (x, name) = (index * Self.step + 1, weeks[index].monthName.prefix(3))
      return "<text class=\"graph-\(part)\" x=\"\(x)\" y=\"11\">\(name)</text>"
    }
    .joined()
  }

  /// All days of a level.
  private func line(_ level: Int) -> HTML {
    var path = ""
    for (column, week) in weeks.enumerated() {
      var row = 0
      while row < 7 {
        guard levels[week.advanced(by: row)] == level else {
          row += 1
          continue
        }
        let begin = row
        while row < 7, levels[week.advanced(by: row)] == level { row += 1 }
        let (x, y) = (column * Self.step + Self.step / 2, Self.top + begin * Self.step)
        path += "M\(x) \(y)v\((row - begin) * Self.step)"
      }
    }
    return path.isEmpty ? .empty : "<path class=\"heat-\(level)\" d=\"\(path)\"/>"
  }

  private var mark: HTML {
    let row = weeks[weeks.count - 1].distance(to: today)
    let (x, y) = ((weeks.count - 1) * Self.step, Self.top + row * Self.step)
    return """
      <rect class="graph-today" x="\(x + 1)" y="\(y + 1)" width="12" height="12" rx="3"/>
      """
  }

  public static let rules = shapes + edges

  private static let edges = (1...parts).map { part -> String in
    let width = part * Self.part * step - 1
    return "@container (max-aspect-ratio:\(width)/\(height)){.graph-\(part){display:none}}\n"
  }
  .joined()

  private static let shapes = """
    .graph{display:flex;overflow:hidden;gap:.2rem}
    .graph svg{min-width:0}
    .graph-weekdays{flex:30 1 0}
    .graph-days{flex:742 1 0;min-width:0;aspect-ratio:742/118;container-type:size}
    .graph-days svg{width:100%;height:100%}
    .graph text{font:10px var(--mono);fill:var(--muted)}
    .graph path{fill:none;stroke-width:14;stroke:var(--heat-0)}
    .graph .heat-1{stroke:var(--heat-1)}
    .graph .heat-2{stroke:var(--heat-2)}
    .graph .heat-3{stroke:var(--heat-3)}
    .graph .heat-4{stroke:var(--heat-4)}
    .graph-today{fill:none;stroke:var(--ink);stroke-width:1.5;animation:arrive .5s ease-out}
    @keyframes arrive{from{stroke-width:7;opacity:0}}
    @media (max-width:36rem){.graph-days{flex-grow:224;aspect-ratio:224/118}}

    """
}
