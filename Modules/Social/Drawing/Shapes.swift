import Core
import Glibc
import Presentation

struct Point: Equatable {
  var x: Double
  var y: Double

  init(_ x: Double, _ y: Double) {
    self.x = x
    self.y = y
  }
}

struct Frame: Equatable {
  var x: Double
  var y: Double
  var width: Double
  var height: Double

  var midX: Double { x + width / 2 }
  var midY: Double { y + height / 2 }
  var maxX: Double { x + width }
  var maxY: Double { y + height }

  func inset(by margin: Double) -> Frame {
    Frame(x: x + margin, y: y + margin, width: width - 2 * margin, height: height - 2 * margin)
  }
}

/// The elements of a page, back to front, in points from its upper left corner.
enum Shape {
  case box(Frame, radius: Double, RGB)
  /// The outline of a box, `width` thick, half of it on each side.
  case frame(Frame, radius: Double, width: Double, RGB)
  case area(Outline, RGB)
  case text(TextLine)
}

/// One line of text, positioned at its baseline.
struct TextLine: Equatable {
  enum Anchor: String { case start, middle, end }

  var text: String
  var at: Point
  var size: Double
  var isBold = false
  var color: RGB
  var anchor = Anchor.start
}

/// A path of lines and cubic curves.
struct Outline {
  enum Step {
    case move(Point)
    case line(Point)
    case curve(Point, Point, Point)
    case close
  }

  private(set) var steps: [Step] = []

  init(_ steps: [Step] = []) { self.steps = steps }

  static func circle(_ center: Point, _ radius: Double) -> Outline {
    var outline = Outline()
    outline.arc(center, radius, from: 0, to: 2 * .pi)
    outline.steps.append(.close)
    return outline
  }

  static func box(_ frame: Frame, radius: Double) -> Outline {
    let r = min(radius, frame.width / 2, frame.height / 2)
    var outline = Outline()
    let corners = [
      (Point(frame.maxX - r, frame.y + r), -Double.pi / 2),
      (Point(frame.maxX - r, frame.maxY - r), 0),
      (Point(frame.x + r, frame.maxY - r), .pi / 2), (Point(frame.x + r, frame.y + r), .pi),
    ]
    for (center, angle) in corners { outline.arc(center, r, from: angle, to: angle + .pi / 2) }
    outline.steps.append(.close)
    return outline
  }

  /// Appends an arc of a circle, clockwise for increasing angles.
  ///
  /// Control points: handles of 4/3 tan(angle/4) approximate a quarter of a circle or less within
  /// 0.03 % of its radius (A. Riškus, "Approximation of a cubic Bézier curve by circular arcs and
  /// vice versa", Information Technology and Control 35, 2006).
  mutating func arc(_ center: Point, _ radius: Double, from: Double, to: Double) {
    let pieces = max(1, Int((abs(to - from) / (.pi / 2)).rounded(.up)))
    let step = (to - from) / Double(pieces)
    let handle = 4 / 3 * tan(step / 4) * radius
    func point(_ angle: Double) -> Point {
      Point(center.x + radius * cos(angle), center.y + radius * sin(angle))
    }
    let start = point(from)
    steps.append(steps.isEmpty ? .move(start) : .line(start))
    for piece in 0..<pieces {
      let (a, b) = (from + step * Double(piece), from + step * Double(piece + 1))
      let (begin, end) = (point(a), point(b))
      steps.append(
        .curve(
          Point(begin.x - handle * sin(a), begin.y + handle * cos(a)),
          Point(end.x + handle * sin(b), end.y - handle * cos(b)),
          end
        )
      )
    }
  }

  mutating func close() { steps.append(.close) }

  /// Returns an outline drawn on a square of `side`, moved to `origin` and scaled to `size`.
  func placed(at origin: Point, size: Double, side: Double = 24) -> Outline {
    func put(_ p: Point) -> Point {
      Point(origin.x + p.x * size / side, origin.y + p.y * size / side)
    }
    return Outline(
      steps.map { step in
        switch step {
        case .move(let p): .move(put(p))
        case .line(let p): .line(put(p))
        case .curve(let a, let b, let c): .curve(put(a), put(b), put(c))
        case .close: .close
        }
      }
    )
  }
}
