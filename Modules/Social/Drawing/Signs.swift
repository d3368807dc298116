import Core
import Glibc
import Presentation

/// Symbols as paths: cairo draws no emoji, and those of fonts differ.
///
/// Each is drawn on a square of 24 points, in two colors.
enum Sign {
  case flame, flower, moon, shield

  /// Creates the symbol of a theme's streaks.
  init(_ theme: Theme) {
    switch theme.look.motif {
    case .dusk: self = .moon
    case .garden: self = .flower
    case .ember, .plain: self = .flame
    }
  }

  func shapes(at origin: Point, size: Double, _ color: RGB, inner: RGB) -> [Shape] {
    func area(_ outline: Outline, _ color: RGB) -> Shape {
      .area(outline.placed(at: origin, size: size), color)
    }
    switch self {
    case .flame: return [area(Sign.fire, color), area(Sign.core, inner)]
    case .flower:
      let petals = (0..<6).map { petal -> Shape in
        let angle = Double(petal) * .pi / 3 - .pi / 2
        return area(.circle(Point(12 + 6.4 * cos(angle), 12 + 6.4 * sin(angle)), 4.6), color)
      }
      return petals + [area(.circle(Point(12, 12), 4.4), inner)]
    case .moon: return [area(Sign.crescent, color)]
    case .shield: return [area(Sign.guardian, color)]
    }
  }

  private static let fire = Outline([
    .move(Point(12.6, 0.8)),
    .curve(Point(13.2, 5.6), Point(19.6, 8.6), Point(19.6, 15.2)),
    .curve(Point(19.6, 19.8), Point(16.2, 23.2), Point(12, 23.2)),
    .curve(Point(7.8, 23.2), Point(4.4, 19.9), Point(4.4, 15.4)),
    .curve(Point(4.4, 11.9), Point(6.4, 9.6), Point(7.6, 7.4)),
    .curve(Point(8.2, 9.4), Point(9, 10.5), Point(10.2, 11.1)),
    .curve(Point(9.9, 7.2), Point(10.6, 3.4), Point(12.6, 0.8)),
    .close,
  ])

  private static let core = Outline([
    .move(Point(12.3, 12.6)),
    .curve(Point(12.8, 14.6), Point(15.6, 15.6), Point(15.6, 18.6)),
    .curve(Point(15.6, 20.7), Point(14, 22.1), Point(12, 22.1)),
    .curve(Point(10, 22.1), Point(8.4, 20.7), Point(8.4, 18.7)),
    .curve(Point(8.4, 16.2), Point(11.2, 15.6), Point(12.3, 12.6)),
    .close,
  ])

  private static let guardian = Outline([
    .move(Point(12, 1.6)),
    .line(Point(20.6, 4.8)),
    .line(Point(20.6, 11.4)),
    .curve(Point(20.6, 17), Point(17, 20.8), Point(12, 22.6)),
    .curve(Point(7, 20.8), Point(3.4, 17), Point(3.4, 11.4)),
    .line(Point(3.4, 4.8)),
    .close,
  ])

  /// A disc minus a second disc near its upper right.
  private static let crescent: Outline = {
    let (center, radius, bite, biteRadius) = (Point(11.4, 12.4), 10.0, Point(16, 8.6), 8.4)
    let (dx, dy) = (bite.x - center.x, bite.y - center.y)
    let distance = (dx * dx + dy * dy).squareRoot()
    let direction = atan2(dy, dx)
    // The angles at which the two circles intersect, by the law of cosines.
    let (r, b, d) = (radius, biteRadius, distance)
    let wide = acos((r * r + d * d - b * b) / (2 * r * d))
    let deep = acos((b * b + d * d - r * r) / (2 * b * d))
    var outline = Outline()
    outline.arc(center, r, from: direction + wide, to: direction + 2 * .pi - wide)
    outline.arc(bite, b, from: direction + .pi + deep, to: direction + .pi - deep)
    outline.close()
    return outline
  }()
}
