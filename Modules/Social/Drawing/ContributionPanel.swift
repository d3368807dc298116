import Core
import Presentation
import SocialContract

/// A grid with a column per week and a row per weekday, in up to three bands.
struct ContributionPanel {
  private let grid: ShareGrid
  private let layout: CardLayout
  private let weeks: Int

  /// The space for weekdays, beside each band, and for months, above it.
  private static let side = 48.0
  private static let above = 26.0
  private static let betweenBands = 12.0
  private static let legend = 40.0
  private static let largest = 44.0
  /// The maximum ratio of a cell's longer side to its shorter side.
  private static let ratio = 1.6

  init(_ grid: ShareGrid, _ layout: CardLayout) {
    self.grid = grid
    self.layout = layout
    weeks = max(1, (grid.days.count + 6) / 7)
  }

  func shapes(in frame: Frame) -> [Shape] {
    var room = frame
    room.height -= ContributionPanel.legend
    let plan = plan(for: room)
    let used = ContributionPanel.side + Double(plan.columns) * plan.cell.x
    let band = ContributionPanel.above + 7 * plan.cell.y
    let height =
      Double(plan.bands) * band + Double(plan.bands - 1) * ContributionPanel.betweenBands
    let left = room.x + (room.width - used) / 2 + ContributionPanel.side
    var shapes: [Shape] = []
    for number in 0..<plan.bands {
      let top =
        room.y + (room.height - height) / 2 + ContributionPanel.above
        + Double(number) * (band + ContributionPanel.betweenBands)
      let first = number * plan.columns
      let range = first..<min(weeks, first + plan.columns)
      shapes += self.band(range, at: Point(left, top), plan.cell, frame)
    }
    return shapes + legend(in: frame)
  }

  // MARK: Layout

  private struct Plan {
    var bands: Int
    var columns: Int
    /// The distance from one cell to the next, across and down.
    var cell: Point
  }

  /// Returns the plan with the largest cells, with as few bands as possible.
  private func plan(for room: Frame) -> Plan {
    let plans = (1...3).map { bands -> Plan in
      let columns = (weeks + bands - 1) / bands
      let wide = (room.width - ContributionPanel.side) / Double(columns)
      let gaps = Double(bands - 1) * ContributionPanel.betweenBands
      let high = (room.height - gaps) / Double(bands) - ContributionPanel.above
      let across = min(wide, high / 7 * ContributionPanel.ratio, ContributionPanel.largest)
      let down = min(high / 7, wide * ContributionPanel.ratio, ContributionPanel.largest)
      return Plan(bands: bands, columns: columns, cell: Point(across, down))
    }
    func smallest(_ plan: Plan) -> Double { min(plan.cell.x, plan.cell.y) }
    return plans.reduce(plans[0]) { smallest($1) > smallest($0) * 1.15 ? $1 : $0 }
  }

  private func band(
    _ range: Range<Int>,
    at origin: Point,
    _ cell: Point,
    _ frame: Frame
  ) -> [Shape] {
    var shapes = weekdays(at: origin, cell) + months(range, at: origin, cell, frame)
    for week in range {
      for row in 0..<7 where week * 7 + row < grid.days.count {
        let corner = Point(
          origin.x + Double(week - range.lowerBound) * cell.x,
          origin.y + Double(row) * cell.y
        )
        shapes += self.cell(grid.days[week * 7 + row], at: corner, cell)
      }
    }
    return shapes
  }

  private func cell(_ day: ShareDay, at corner: Point, _ cell: Point) -> [Shape] {
    let smaller = min(cell.x, cell.y)
    let gap = smaller * 0.14
    let frame = Frame(x: corner.x, y: corner.y, width: cell.x - gap, height: cell.y - gap)
    let color = layout.paints.color(strength: day.strength, of: grid.strongest)
    let box = Shape.box(frame, radius: smaller * 0.2, color)
    guard day.status == .protected else { return [box] }
    let size = (smaller - gap) * 0.72
    let place = Point(frame.midX - size / 2, frame.midY - size / 2)
    let shieldColor = layout.paints.protected
    return [box] + Sign.shield.shapes(at: place, size: size, shieldColor, inner: color)
  }

  // MARK: Labels

  private func weekdays(at origin: Point, _ cell: Point) -> [Shape] {
    let all = Weekday.allCases
    let step = max(2, Int((22 / cell.y).rounded(.up)))
    return stride(from: 0, to: 7, by: step).map { row in
      let weekday = all[(grid.weekStart.rawValue - 1 + row) % 7]
      let baseline = origin.y + (Double(row) + 0.43) * cell.y + CardLayout.small * 0.36
      return layout.label(
        String(weekday.name.prefix(3)),
        at: Point(origin.x - ContributionPanel.side, baseline)
      )
    }
  }

  private func months(
    _ range: Range<Int>,
    at origin: Point,
    _ cell: Point,
    _ frame: Frame
  ) -> [Shape] {
    var labels: [(x: Double, text: String)] = []
    for week in range {
      let first = grid.days[week * 7].day
      let isNew = week == 0 || grid.days[week * 7 - 7].day.month != first.month
      guard isNew || week == range.lowerBound else { continue }
      let x = origin.x + Double(week - range.lowerBound) * cell.x
      // The label of a month of which only the end is shown makes room for the next.
      if let last = labels.last, x - last.x < 46 { labels.removeLast() }
      labels.append((x, first.monthShort))
    }
    let fitting = labels.filter { $0.x + 36 <= frame.maxX + 8 }
    return fitting.map { layout.label($0.text, at: Point($0.x, origin.y - 9)) }
  }

  private func legend(in frame: Frame) -> [Shape] {
    let baseline = frame.maxY - 3
    var shapes = scale(endingAt: frame.maxX, baseline)
    guard grid.days.contains(where: { $0.status == .protected }) else { return shapes }
    let place = Point(frame.x, baseline - 15)
    let paints = layout.paints
    shapes += Sign.shield.shapes(at: place, size: 18, paints.protected, inner: paints.panel)
    let words = layout.words.say(.cardProtected)
    return shapes + [layout.label(words, at: Point(frame.x + 25, baseline))]
  }

  /// Returns the legend `less ▢▢▢▢▢ more`, or `▢ done` if there is only one color.
  private func scale(endingAt right: Double, _ baseline: Double) -> [Shape] {
    let (side, gap) = (18.0, 5.0)
    let isPlain = grid.strongest == 1
    let last = layout.words.say(isPlain ? .cardDay : .cardMore)
    let width = layout.measure.width(of: last, size: CardLayout.small, isBold: false)
    var shapes = [layout.label(last, at: Point(right, baseline), anchor: .end)]
    var x = right - width - 10
    for strength in ((isPlain ? 1 : 0)...grid.strongest).reversed() {
      x -= side
      let color = layout.paints.color(strength: strength, of: grid.strongest)
      let box = Frame(x: x, y: baseline - 15, width: side, height: side)
      shapes.append(.box(box, radius: 4, color))
      x -= gap
    }
    guard !isPlain else { return shapes }
    return shapes + [
      layout.label(layout.words.say(.cardLess), at: Point(x - 5, baseline), anchor: .end)
    ]
  }
}
