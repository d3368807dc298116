import Core
import Journals
import TestKit

/// A sequence of steps that happen to a space, generated from a seed.
struct History {
  enum Step {
    case add(Int)
    /// Several commands in one run.
    case run([Int])
    /// Several commands that arrive at the same moment.
    case burst([Int])
    case importing([Int])
    case moveWeek(Weekday)
    case proclaim(String)
    case misremember
    case ask
    case merge([FactRecord])
    /// Another program writes; this one is notified at once, or notices it when it writes itself.
    case elsewhere(FactRecord, hasReceivers: Bool)
    case wait(seconds: Int64)
    case wake
    case restart(seed: UInt64)
  }

  private var random: SplitMix64
  private var made: [FactRecord] = []
  private var nextID: UInt128 = 1 << 100
  private var now = noon

  init(seed: UInt64) { random = SplitMix64(seed: seed) }

  static func steps(seed: UInt64, count: Int) -> [Step] {
    var history = History(seed: seed)
    return (0..<count).map { _ in history.next() }
  }

  private mutating func next() -> Step {
    switch number(0..<100) {
    case ..<22: .add(amount())
    case ..<28: .run(amounts(upTo: 4))
    case ..<36: .burst(amounts(upTo: 6))
    case ..<40: .importing(amounts(upTo: number(0..<10) == 0 ? 250 : 8))
    case ..<44: .moveWeek(number(0..<2) == 0 ? .monday : .sunday)
    case ..<47: .proclaim(number(0..<2) == 0 ? "hear" : "remember")
    case ..<49: .misremember
    case ..<55: .ask
    case ..<64: .merge(page())
    case ..<72: .elsewhere(fact(ofDevice: 1), hasReceivers: number(0..<2) == 0)
    case ..<82: wait()
    case ..<92: .wake
    default: .restart(seed: random.next())
    }
  }

  private mutating func number(_ range: Range<Int>) -> Int { .random(in: range, using: &random) }

  /// An amount that is rejected, ordinary, worth a signal or worth a cheer.
  private mutating func amount() -> Int {
    switch number(0..<8) {
    case 0: 0
    case 1: 100 + number(0..<50)
    case 2: 10
    default: number(1..<10)
    }
  }

  private mutating func amounts(upTo most: Int) -> [Int] {
    (0..<number(1..<most + 1)).map { _ in amount() }
  }

  private mutating func wait() -> Step {
    let seconds = Int64(number(0..<5400))
    now = now.advanced(bySeconds: seconds)
    return .wait(seconds: seconds)
  }

  /// Facts of other devices, some of which are duplicates, and some from a wrong clock.
  private mutating func page() -> [FactRecord] {
    let fresh = (0..<number(1..<4)).map { _ in fact(ofDevice: UInt64(2 + number(0..<2))) }
    let again = number(0..<3) == 0 ? made.shuffled(using: &random).prefix(2) : []
    made += fresh
    return fresh + again
  }

  private mutating func fact(ofDevice device: UInt64) -> FactRecord {
    nextID += 1
    let offset = number(0..<6) == 0 ? 864_000 : Int64(number(0..<7200)) - 7200
    let at = device == 1 ? now : now.advanced(bySeconds: offset)
    let payload = #"{"amount":\#(max(1, amount()))}"#
    let kind = number(0..<8) == 0 ? "other.happened" : "tally.tallied"
    return foreign(payload, kind: kind, id: nextID, at: at, device: device)
  }
}
