import Core
import Presentation
import SocialContract

/// A grid with a row per week; many weeks are split into parts side by side.
struct SoberPanel {
  private let grid: ShareGrid
  private let layout: CardLayout
  private let weeks: Int

  /// The space for months, beside each part, and for weekdays, above it.
  private static let side = 46.0
  private static let above = 26.0
  private static let betweenParts = 18.0
  private static let legend = 38.0
  private static let largest = 46.0
  /// The maximum ratio of a cell's longer side to its shorter side.
  private static let ratio = 1.7

  init(_ grid: ShareGrid, _ layout: CardLayout) {
    self.grid = grid
    self.layout = layout
    weeks = max(1, (grid.days.count + 6) / 7)
  }

  func shapes(in frame: Frame) -> [Shape] {
    var room = frame
    room.height -= SoberPanel.legend
    let plan = plan(for: room)
    let part = SoberPanel.side + 7 * plan.cell.x
    let width = Double(plan.parts) * part + Double(plan.parts - 1) * SoberPanel.betweenParts
    let height = SoberPanel.above + Double(plan.rows) * plan.cell.y
    var shapes: [Shape] = []
    for number in 0..<plan.parts {
      let x =
        room.x + (room.width - width) / 2 + SoberPanel.side
        + Double(number) * (part + SoberPanel.betweenParts)
      let y = room.y + (room.height - height) / 2 + SoberPanel.above
      let first = number * plan.rows
      shapes += self.part(first..<min(weeks, first + plan.rows), at: Point(x, y), plan.cell)
    }
    return shapes + legend(in: frame)
  }

  // MARK: Layout

  private struct Plan {
    var parts: Int
    var rows: Int
    /// The distance from one cell to the next, across and down.
    var cell: Point
  }

  /// Returns the plan with the fewest parts whose cells are large enough to see.
  private func plan(for room: Frame) -> Plan {
    let plans = (1...3).map { parts -> Plan in
      let rows = (weeks + parts - 1) / parts
      let gaps = Double(parts - 1) * SoberPanel.betweenParts
      let wide = ((room.width - gaps) / Double(parts) - SoberPanel.side) / 7
      let high = (room.height - SoberPanel.above) / Double(rows)
      let cell = Point(
        min(wide, high * SoberPanel.ratio, SoberPanel.largest * 1.2),
        min(high, wide * SoberPanel.ratio, SoberPanel.largest)
      )
      return Plan(parts: parts, rows: rows, cell: cell)
    }
    func smallest(_ plan: Plan) -> Double { min(plan.cell.x, plan.cell.y) }
    return plans.first { smallest($0) >= 18 }
      ?? plans.reduce(plans[0]) { smallest($1) > smallest($0) ? $1 : $0 }
  }

  private func part(_ range: Range<Int>, at origin: Point, _ cell: Point) -> [Shape] {
    var shapes = weekdays(at: origin, cell) + months(range, at: origin, cell)
    for week in range {
      for column in 0..<7 where week * 7 + column < grid.days.count {
        let corner = Point(
          origin.x + Double(column) * cell.x,
          origin.y + Double(week - range.lowerBound) * cell.y
        )
        shapes += self.cell(grid.days[week * 7 + column], at: corner, cell)
      }
    }
    return shapes
  }

  private func cell(_ day: ShareDay, at corner: Point, _ cell: Point) -> [Shape] {
    let gap = min(cell.x, cell.y) * 0.14
    let frame = Frame(x: corner.x, y: corner.y, width: cell.x - gap, height: cell.y - gap)
    let radius = min(cell.x, cell.y) * 0.22
    let color = layout.paints.color(strength: day.strength, of: grid.strongest)
    var shapes: [Shape] = []
    var inner = frame
    if day.day == layout.card.day {
      // A ring with a gap makes today visible on the lightest and on the darkest shade.
      let ring = frame.inset(by: -gap * 0.6)
      shapes.append(.box(ring, radius: radius + gap * 0.6, layout.paints.ink))
      shapes.append(.box(frame, radius: radius, layout.paints.panel))
      inner = frame.inset(by: gap * 0.6)
    }
    shapes.append(.box(inner, radius: radius, color))
    if day.status == .notSober { shapes.append(dash(in: frame)) }
    return shapes
  }

  private func dash(in frame: Frame) -> Shape {
    let width = min(frame.width, frame.height) * 0.5
    let height = max(1.5, width * 0.22)
    let line = Frame(
      x: frame.midX - width / 2,
      y: frame.midY - height / 2,
      width: width,
      height: height
    )
    return .box(line, radius: height / 2, layout.paints.missed)
  }

  // MARK: Labels

  private func weekdays(at origin: Point, _ cell: Point) -> [Shape] {
    let all = Weekday.allCases
    let step = cell.x < 17 ? 2 : 1
    return stride(from: 0, to: 7, by: step).map { column in
      let weekday = all[(grid.weekStart.rawValue - 1 + column) % 7]
      let x = origin.x + (Double(column) + 0.44) * cell.x
      return layout.label(
        String(weekday.name.prefix(1)),
        at: Point(x, origin.y - 9),
        anchor: .middle
      )
    }
  }

  private func months(_ range: Range<Int>, at origin: Point, _ cell: Point) -> [Shape] {
    var labels: [(y: Double, text: String)] = []
    for week in range {
      let days = grid.days[(week * 7)..<min(grid.days.count, week * 7 + 7)]
      let begins = days.first { $0.day.dayOfMonth == 1 }
      guard let day = begins ?? (week == range.lowerBound ? days.first : nil) else { continue }
      let y = origin.y + (Double(week - range.lowerBound) + 0.43) * cell.y
      if let last = labels.last, y - last.y < 21 { labels.removeLast() }
      labels.append((y, day.day.monthShort))
    }
    return labels.map { month in
      layout.label(
        month.text,
        at: Point(origin.x - SoberPanel.side, month.y + CardLayout.small * 0.36)
      )
    }
  }

  private func legend(in frame: Frame) -> [Shape] {
    let (side, gap, baseline) = (18.0, 5.0, frame.maxY - 3)
    let words = layout.words
    let most = words.say(.cardTenthDay)
    let width = layout.measure.width(of: most, size: CardLayout.small, isBold: false)
    var shapes = [layout.label(most, at: Point(frame.maxX, baseline), anchor: .end)]
    var x = frame.maxX - width - 10
    for strength in [10, 7, 4, 1] {
      x -= side
      let color = layout.paints.color(strength: strength, of: grid.strongest)
      let box = Frame(x: x, y: baseline - 15, width: side, height: side)
      shapes.append(.box(box, radius: 4, color))
      x -= gap
    }
    shapes.append(layout.label(words.say(.cardFirstDay), at: Point(x - 5, baseline), anchor: .end))
    guard grid.days.contains(where: { $0.status == .notSober }) else { return shapes }
    let box = Frame(x: frame.x, y: baseline - 15, width: side, height: side)
    shapes += [.box(box, radius: 4, layout.paints.empty), dash(in: box)]
    return shapes + [
      layout.label(words.say(.cardNotSober), at: Point(frame.x + side + 7, baseline))
    ]
  }
}
