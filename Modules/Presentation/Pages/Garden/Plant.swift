import Presentation

/// A habit as a plant of a ``GardenScene``.
public struct Plant: Sendable {
  /// The title of the habit.
  public let name: String
  public let stage: GrowthStage
  /// Whether it was tended today, so that its blossoms are open.
  public let isOpen: Bool
  let id: String
  let tone: Int
  let seed: PlantSeed

  /// - Parameters:
  ///   - id: determines the species and shape.
  ///   - color: its petals get the nearest family of colors; nil to let the seed choose.
  public init(
    id: String,
    name: String,
    stage: GrowthStage,
    isOpen: Bool,
    color: RGB? = nil
  ) {
    self.id = id
    self.name = name
    self.stage = stage
    self.isOpen = isOpen
    seed = PlantSeed(id)
    var chance = PlantSeed(id + "tone")
    tone = color.map(PlantTone.nearest) ?? chance.next(below: PlantTone.all.count)
  }

  public var species: PlantSpecies { seed.species }

  /// The drawing around its base at the origin.
  var drawing: String {
    switch stage {
    case .seed: Plant.mound(isOpen)
    case .sprout: Plant.sprout(isOpen)
    default: Growth(self).drawing
    }
  }

  private static func mound(_ isOpen: Bool) -> String {
    let soil =
      #"<path class="n" d="M-15 2C-11-5-6-8 0-8S11-5 15 2C9 5-9 5-15 2z"/><path class="nd" "#
      + #"stroke-width="1.6" d="M-8 0h0M-3-4h0M5-3h0M9 1h0M1 1h0"/>"#
    guard isOpen else {
      return soil
        + #"<ellipse class="o" cx="1" cy="-8" rx="3.6" ry="2.5" transform="rotate(-18)"/>"#
    }
    return soil + #"<g class="hd"><path class="s" d="M0-6C0-10-1-12 2-15"/>"#
      + #"<path class="l" "#
      + #"d="M2-15C-3-19-8-16-9-13-4-11 0-12 2-15zM2-15C4-20 9-20 12-17 9-13 5-12 2-15z"/></g>"#
      + #"<path class="vd" stroke-width="2.4" d="M-10-12h0M11-9h0"/>"#
  }

  private static func sprout(_ isOpen: Bool) -> String {
    let leaves =
      isOpen
      ? #"<g class="hd"><path class="l" d="M0-19C-7-28-17-26-21-20-14-14-6-14 0-19z"/>"#
        + #"<path class="m" d="M0-19C7-30 18-28 22-22 15-15 6-14 0-19z"/></g>"#
        + #"<path class="vd" stroke-width="2.6" d="M-13-21h0M13-23h0"/>"#
      : #"<path class="l" d="M0-18C-9-22-10-31-6-36-1-32 1-25 0-18z"/>"#
        + #"<path class="m" d="M0-18C8-23 9-30 6-35 0-32-1-25 0-18z"/>"#
    return #"<path class="n" d="M-12 2C-8-3-4-4 0-4S8-3 12 2C8 4-8 4-12 2z"/>"#
      + #"<path class="s" d="M0 0C1-7-1-12 0-19"/>"# + leaves
  }
}

/// The families of petals, which the style sheet names `t0`, `t1` and so on.
enum PlantTone {
  static let all: [(petal: UInt32, shade: UInt32, middle: UInt32)] = [
    (0xF59AB0, 0xD9678A, 0xF9DC7A), (0xB79FE6, 0x8768C6, 0xF7E08A), (0xFBD464, 0xE0A02F, 0x8F5A1E),
    (0xFFF8EA, 0xDDD0BC, 0xF2B53C), (0xF5866B, 0xD4523F, 0xFBD98A), (0x8DB6EE, 0x5680CB, 0xFBE7A1),
    (0xDB72B4, 0xA3428A, 0xF9DC7A), (0xFDB886, 0xE58546, 0x8A4A24), (0x86CFC0, 0x46988F, 0xFBE7A1),
  ]

  static func nearest(to color: RGB) -> Int {
    let distances = all.map { tone -> Int in
      let petal = RGB(hex: tone.shade)
      func part(_ a: UInt8, _ b: UInt8) -> Int { (Int(a) - Int(b)) * (Int(a) - Int(b)) }
      return part(petal.red, color.red) + part(petal.green, color.green)
        + part(petal.blue, color.blue)
    }
    return distances.indices.min { distances[$0] < distances[$1] } ?? 0
  }

  /// The rules that give each family its colors.
  static let rules: String = all.enumerated().map { index, tone in
    let (petal, shade) = (RGB(hex: tone.petal), RGB(hex: tone.shade))
    return ".t\(index){--k:\(petal.css);--q:\(shade.css);--c:\(RGB(hex: tone.middle).css)}"
  }
  .joined()
}
