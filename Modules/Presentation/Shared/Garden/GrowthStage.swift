import Core

/// How far a plant has grown; a garden shows this instead of a number.
public enum GrowthStage: Int, Sendable, CaseIterable, Comparable {
  case seed
  case sprout
  case leaf
  case bud
  case bloom
  /// More blossoms than ``bloom``, for what has been kept up for months.
  case lush

  /// - Parameter strength: how well a habit has taken root, 0 to 1.
  public init(strength: Double) {
    switch strength {
    case ..<0.1: self = .seed
    case ..<0.2: self = .sprout
    case ..<0.35: self = .leaf
    case ..<0.7: self = .bud
    case ..<0.9: self = .bloom
    default: self = .lush
    }
  }

  public static func < (a: GrowthStage, b: GrowthStage) -> Bool { a.rawValue < b.rawValue }
}

/// A flower of the garden, which a habit keeps for as long as it has its id.
public enum PlantSpecies: Int, Sendable, CaseIterable {
  case daisy, tulip, lavender, poppy, bluebell, sunflower, allium, peony
}

/// The random properties of a plant, the same for the same seed everywhere.
public struct PlantSeed: Sendable {
  private var random: SplitMix64

  /// - Parameter text: distinguishes plants, such as the id of a habit.
  public init(_ text: some StringProtocol) {
    // Source: Fowler, Noll, Vo: FNV-1a, 64 bits.
    let basis: UInt64 = 0xcbf2_9ce4_8422_2325
    let hash = text.utf8.reduce(basis) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    random = SplitMix64(seed: hash)
  }

  /// Returns the next number below `bound`, which is positive.
  public mutating func next(below bound: Int) -> Int { Int(random.next() % UInt64(bound)) }

  /// Returns the next number from -1 to 1.
  public mutating func sway() -> Double { Double(next(below: 2001) - 1000) / 1000 }

  /// Returns the flower that grows from this seed.
  public var species: PlantSpecies {
    var seed = self
    return PlantSpecies.allCases[seed.next(below: PlantSpecies.allCases.count)]
  }
}
