/// Paths of plants, with the base of a plant at the origin and its height above it negative.
enum Drawn {
  /// A number with at most one decimal, to keep pages small.
  static func number(_ value: Double) -> String {
    let tenths = Int((value * 10).rounded())
    let (whole, rest) = abs(tenths).quotientAndRemainder(dividingBy: 10)
    return "\(tenths < 0 ? "-" : "")\(whole)\(rest == 0 ? "" : ".\(rest)")"
  }

  /// Numbers with as few separators as a path needs.
  static func numbers(_ values: Double...) -> String {
    values.enumerated().reduce(into: "") { text, item in
      let number = number(item.element)
      text += item.offset == 0 || number.hasPrefix("-") ? number : " \(number)"
    }
  }

  /// A pointed leaf or petal that begins at a point.
  ///
  /// - Parameter angle: in degrees, 0 upward and clockwise.
  static func leaf(_ x: Double, _ y: Double, angle: Double, length: Double, width: Double) -> String
  {
    let way = direction(angle)
    let (tipX, tipY) = (x + way.x * length, y + way.y * length)
    let (midX, midY) = (x + way.x * length * 0.5, y + way.y * length * 0.5)
    let (sideX, sideY) = (-way.y * width, way.x * width)
    return "M\(numbers(x, y))Q\(numbers(midX + sideX, midY + sideY, tipX, tipY))"
      + "Q\(numbers(midX - sideX, midY - sideY, x, y))"
  }

  /// A rounded petal from the middle of a flower outward.
  static func petal(angle: Double, length: Double, width: Double) -> String {
    let way = direction(angle)
    func at(_ along: Double, _ across: Double) -> (Double, Double) {
      (way.x * along - way.y * across, way.y * along + way.x * across)
    }
    let (a, b) = (at(length * 0.5, -width), at(length * 1.05, -width * 0.9))
    let (c, d) = (at(length * 1.05, width * 0.9), at(length * 0.5, width))
    let tip = at(length, 0)
    return "M0 0C\(numbers(a.0, a.1, b.0, b.1, tip.0, tip.1))"
      + "C\(numbers(c.0, c.1, d.0, d.1, 0, 0))"
  }

  /// Petals in a full circle.
  static func petals(_ count: Int, length: Double, width: Double, turned: Double = 0) -> String {
    (0..<count).map {
      petal(angle: turned + 360 * Double($0) / Double(count), length: length, width: width)
    }
    .joined()
  }

  /// Round dots for a stroke with round ends.
  static func dots(_ places: [(x: Double, y: Double)]) -> String {
    places.map { "M\(numbers($0.x, $0.y))h0" }.joined()
  }

  /// Places on a circle.
  static func ring(_ count: Int, radius: Double, turned: Double = 0) -> [(x: Double, y: Double)] {
    (0..<count).map {
      let way = direction(turned + 360 * Double($0) / Double(count))
      return (way.x * radius, way.y * radius)
    }
  }

  static func direction(_ angle: Double) -> (x: Double, y: Double) {
    let radians = angle * .pi / 180
    return (sine(radians), -sine(radians + .pi / 2))
  }

  /// The sine, without a math library: exact enough for drawings.
  ///
  /// Source: Bhaskara I, about 629, as in Plofker, "Mathematics in India", 2009.
  static func sine(_ radians: Double) -> Double {
    let turn = radians.truncatingRemainder(dividingBy: 2 * .pi)
    let angle = turn < 0 ? turn + 2 * .pi : turn
    let half = angle > .pi ? angle - .pi : angle
    let product = half * (.pi - half)
    let value = 16 * product / (5 * .pi * .pi - 4 * product)
    return angle > .pi ? -value : value
  }
}
