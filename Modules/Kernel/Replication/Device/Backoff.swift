import Core

/// Pauses between attempts that fail, drawn as ``SyncDevice/fail()`` draws them.
struct Backoff {
  private var failures = 0
  private(set) var random: SplitMix64

  init(seed: UInt64) { random = SplitMix64(seed: seed) }

  /// The milliseconds until the next attempt.
  mutating func next() -> Int64 {
    failures = min(failures + 1, 20)
    return .random(in: 0...min(300_000, 1000 << Int64(failures - 1)), using: &random)
  }

  mutating func reset() { failures = 0 }
}
