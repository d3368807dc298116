/// A last-writer-wins register in which each value holds from a certain day on.
///
/// The value that holds on a day is the one with the latest stamp among those that begin on or
/// before it. A value without a beginning holds from the start. Any order of the same values gives
/// the same register.
public struct DatedRegister<Value: Sendable>: Sendable {
  /// A value, the day from which it holds and the stamp that wrote it.
  public struct Entry: Sendable {
    /// The first day on which the value holds; nil holds from the start.
    public let from: Day?
    public let value: Value
    public let stamp: HybridTimestamp

    public init(from: Day?, value: Value, stamp: HybridTimestamp) {
      self.from = from
      self.value = value
      self.stamp = stamp
    }
  }

  /// The values that hold on some day, ascending by beginning and by stamp.
  ///
  /// A value that a later one covers from its first day on is not kept.
  public private(set) var entries: [Entry]

  public init(_ value: Value) {
    entries = [Entry(from: nil, value: value, stamp: .zero)]
  }

  /// Creates a register from the entries of another; nil if no register has these entries.
  public init?(entries: [Entry]) {
    guard let first = entries.first, first.from == nil else { return nil }
    let ascends = zip(entries, entries.dropFirst()).allSatisfy {
      $0.stamp < $1.stamp && DatedRegister.begins($0.from, before: $1.from)
    }
    guard ascends else { return nil }
    self.entries = entries
  }

  /// The value with the latest stamp.
  public var value: Value { entries[entries.count - 1].value }

  /// Returns the value that holds on a day.
  public func value(on day: Day) -> Value {
    let entry = entries.last { $0.from.map { $0 <= day } ?? true } ?? entries[0]
    return entry.value
  }

  /// Takes a value that holds from a day on; returns whether it holds on any day.
  @discardableResult
  public mutating func set(_ value: Value, from: Day? = nil, at stamp: HybridTimestamp) -> Bool {
    let place =
      entries.firstIndex { !DatedRegister.begins($0.from, before: from) } ?? entries.count
    if place > 0, entries[place - 1].stamp >= stamp { return false }
    if place < entries.count, entries[place].from == from, entries[place].stamp >= stamp {
      return false
    }
    let covered = entries[place...].prefix { $0.stamp < stamp }.count
    let entry = Entry(from: from, value: value, stamp: stamp)
    entries.replaceSubrange(place..<(place + covered), with: [entry])
    return true
  }

  private static func begins(_ a: Day?, before b: Day?) -> Bool {
    guard let b else { return false }
    return a.map { $0 < b } ?? true
  }
}

extension DatedRegister where Value: Equatable {
  /// Returns whether a value holds on a day and on all days after it.
  public func holds(_ value: Value, from day: Day) -> Bool {
    self.value(on: day) == value
      && entries.allSatisfy { entry in
        entry.value == value || entry.from.map { $0 <= day } ?? true
      }
  }
}
