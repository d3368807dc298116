import Core
import Presentation

/// A plant with a stem: its leaves, and its blossoms or buds.
struct Growth {
  private let plant: Plant
  private var chance: PlantSeed
  private let shape: Shape
  /// Where the blossoms are: the tops of the stems, the largest last.
  private var tops: [(x: Double, y: Double, scale: Double)] = []

  init(_ plant: Plant) {
    self.plant = plant
    chance = plant.seed
    shape = Shape(plant.species)
    let height = shape.height * (1 + 0.09 * chance.sway())
    let side: Double = chance.next(below: 2) == 0 ? 1 : -1
    tops = Growth.plan(plant.stage, shape).map { top in
      let x = side * top.x * shape.spread + 2.5 * chance.sway()
      return (x, -height * top.height * (1 + 0.04 * chance.sway()), top.scale)
    }
  }

  /// The blossoms of a stage, the largest last; heights are shares of the plant's.
  private static func plan(
    _ stage: GrowthStage,
    _ shape: Shape
  ) -> [(x: Double, height: Double, scale: Double)] {
    let all: [(Double, Double, Double)] =
      switch stage {
      case .seed, .sprout: []
      case .leaf: [(0, 0.44, 0.6)]
      case .bud: [(13, 0.5, 0.66), (-1, 0.76, 0.88)]
      case .bloom: [(15, 0.62, 0.78), (-14, 0.76, 0.86), (1, 1, 1.05)]
      case .lush:
        [(25, 0.5, 0.7), (-24, 0.56, 0.72), (13, 0.76, 0.88), (-12, 0.88, 0.94), (1, 1.08, 1.1)]
      }
    return Array(all.suffix(shape.most)).map { ($0.0, $0.1, $0.2 * shape.size) }
  }

  var drawing: String {
    var growth = self
    let leaves = growth.leaves()
    return """
      <ellipse class="g" cy="1" rx="\(plant.stage > .bud ? 24 : 16)" ry="4"/>\
      <path class="m" d="\(leaves.back)"/><path class="s" d="\(stems)"/>\
      <path class="l" d="\(leaves.front)"/>\(blossoms)
      """
  }

  private var stems: String {
    tops.map { top in
      shape.isHanging
        ? "M0 0C\(Drawn.numbers(top.x * 0.1, top.y * 0.7, top.x * 0.3, top.y, top.x, top.y + 6))"
        : "M0 0Q\(Drawn.numbers(top.x * 0.25, top.y * 0.6, top.x, top.y))"
    }
    .joined()
  }

  private var blossoms: String {
    let sign = plant.isOpen ? "f" : "b"
    let moves = plant.isOpen ? " class=\"hd\"" : ""
    let use = "<use\(moves) href=\"#\(sign)\(plant.species.rawValue)\"/>"
    return tops.map { top in
      var places = [(x: top.x, y: top.y, scale: top.scale)]
      if shape.isHanging {
        // Bells hang along the arch of their stem.
        places = [
          (top.x * 0.28, top.y * 0.86 + 2, top.scale * 0.8),
          (top.x * 0.64, top.y + 2, top.scale * 0.92), (top.x, top.y + 6, top.scale),
        ]
      }
      return places.map { place in
        let lean = shape.isHanging ? -place.x * 0.4 : top.x * 0.7
        return "<g transform=\"translate(\(Drawn.numbers(place.x, place.y)))"
          + "rotate(\(Drawn.number(lean)))scale(\(scale(place.scale)))\">\(use)</g>"
      }
      .joined()
    }
    .joined()
  }

  private func scale(_ value: Double) -> String {
    let hundredths = Int((value * 100).rounded())
    return "\(hundredths / 100).\((hundredths % 100).padded(to: 2))"
  }

  // MARK: Leaves

  private mutating func leaves() -> (back: String, front: String) {
    let count = min(shape.leaves, [0, 0, 3, 5, 7, 9][plant.stage.rawValue])
    let size = [0, 0, 0.6, 0.8, 1, 1.1][plant.stage.rawValue]
    var (back, front) = ("", "")
    for index in 0..<count {
      let leaf = leaf(index, of: count, size)
      if index % 2 == 0 { front += leaf } else { back += leaf }
    }
    return (back, front)
  }

  private mutating func leaf(_ index: Int, of count: Int, _ size: Double) -> String {
    let share = count == 1 ? 0.5 : Double(index) / Double(count - 1)
    let turn = 6 * chance.sway()
    let length = shape.leafLength * size * (1 + 0.14 * chance.sway())
    guard shape.climbs, index > 1 else {
      // From the ground, spread like a fan: the outer ones are shorter.
      let angle = (share - 0.5) * 2 * shape.fan + turn
      let shorter = 1 - 0.3 * abs(share - 0.5) * 2
      return Drawn.leaf(
        0,
        0,
        angle: angle,
        length: length * shorter,
        width: shape.leafWidth * size
      )
    }
    // Along the tallest stem, in turn to the left and right.
    let top = tops.last ?? (0, 0, 1)
    let height = 0.12 + 0.6 * share
    let side: Double = index % 2 == 0 ? 1 : -1
    let x = top.x * height * height * 0.6
    return Drawn.leaf(
      x,
      top.y * height,
      angle: side * (58 - 18 * share) + turn,
      length: length * (1.1 - 0.5 * share),
      width: shape.leafWidth * size
    )
  }

  /// How a species grows.
  private struct Shape {
    /// The tallest plant has about 120 of these units.
    let height: Double
    var spread = 1.0
    var size = 1.0
    /// The greatest number of stems.
    var most = 5
    var leaves = 9
    var leafLength = 24.0
    var leafWidth = 6.0
    /// The angle of the outermost leaf at the ground.
    var fan = 62.0
    var climbs = false
    var isHanging = false

    init(_ species: PlantSpecies) {
      switch species {
      case .daisy:
        height = 72
        leafWidth = 5
      case .tulip:
        (height, most, leaves, leafLength, leafWidth, fan) = (72, 3, 5, 44, 8, 40)
        size = 1.1
      case .lavender:
        (height, leafLength, leafWidth, fan) = (58, 30, 3.5, 55)
      case .poppy:
        (height, size, leafLength, leafWidth, fan) = (82, 1.05, 26, 4.5, 70)
      case .bluebell:
        (height, most, spread, leafLength, leafWidth, fan) = (78, 3, 1.5, 42, 4.5, 58)
        isHanging = true
      case .sunflower:
        (height, most, spread, size, leafLength, leafWidth) = (108, 3, 1.05, 1.15, 30, 10)
        climbs = true
      case .allium:
        (height, most, leaves, leafLength, leafWidth, fan) = (96, 3, 7, 42, 4.5, 66)
      case .peony:
        (height, spread, size, leafLength, leafWidth, fan) = (60, 1.15, 1.05, 34, 9, 84)
      }
    }
  }
}
