import Core

/// The random choices of a run, from its seed.
struct Chance {
  private var random: SplitMix64

  init(seed: UInt64) {
    random = SplitMix64(seed: seed)
    // Consecutive seeds begin alike.
    for _ in 0..<4 { _ = random.next() }
  }

  mutating func next() -> UInt64 { random.next() }
  mutating func number<T: FixedWidthInteger>(_ range: ClosedRange<T>) -> T {
    T.random(in: range, using: &random)
  }
  mutating func happens(_ probability: Double) -> Bool {
    Double.random(in: 0..<1, using: &random) < probability
  }
  mutating func pick<T>(_ values: [T]) -> T { values[number(0...values.count - 1)] }
}

/// How often things go wrong in a run.
struct FaultRates {
  /// A request or an answer that is lost.
  let loss: Double
  /// A request that arrives twice, or again much later.
  let repetition: Double
  /// A program that ends before or after what it stores.
  let crash: Double
  /// A disk that cannot store.
  let full: Double

  static let none = FaultRates(loss: 0, repetition: 0, crash: 0, full: 0)

  init(loss: Double, repetition: Double, crash: Double, full: Double) {
    (self.loss, self.repetition, self.crash, self.full) = (loss, repetition, crash, full)
  }

  init(_ chance: inout Chance) {
    self.init(
      loss: chance.pick([0, 0.05, 0.2, 0.4]),
      repetition: chance.pick([0, 0.05, 0.15]),
      crash: chance.pick([0, 0.02, 0.1]),
      full: chance.pick([0, 0, 0.03])
    )
  }
}
