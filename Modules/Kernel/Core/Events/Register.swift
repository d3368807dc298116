/// A value that keeps the write with the greatest timestamp, in whatever order writes arrive.
public struct LWWRegister<Value: Sendable>: Sendable {
  public private(set) var value: Value
  public private(set) var stamp: HybridTimestamp

  public init(_ value: Value, at stamp: HybridTimestamp = .zero) {
    self.value = value
    self.stamp = stamp
  }

  /// Takes the value if `stamp` is later than the current one; returns whether it did.
  @discardableResult
  public mutating func set(_ value: Value, at stamp: HybridTimestamp) -> Bool {
    guard stamp > self.stamp else { return false }
    self.value = value
    self.stamp = stamp
    return true
  }
}
