import Synchronization

/// Randomness for ids: unique, fast, and seeded in tests.
///
/// Not for secrets.
///
/// SplitMix64 (Steele, Lea, Flood, "Fast Splittable Pseudorandom Number Generators", 2014) over
/// an atomic counter, so that no two callers get the same number.
final class RandomBits: RandomNumberGenerator, Sendable {
  private let state: Atomic<UInt64>

  init(seed: UInt64?) {
    var system = SystemRandomNumberGenerator()
    state = Atomic(seed ?? system.next())
  }

  func next() -> UInt64 {
    var z = state.wrappingAdd(0x9E37_79B9_7F4A_7C15, ordering: .relaxed).newValue
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
