/// A value that keeps the write with the greatest stamp: whatever order writes arrive in, the
/// same one stays.
public struct Register<Value: Sendable>: Sendable {
  public private(set) var value: Value
  public private(set) var stamp: HybridTimestamp

  public init(_ value: Value, at stamp: HybridTimestamp = .zero) {
    self.value = value
    self.stamp = stamp
  }

  /// Takes the value if `stamp` is later than the one that is held; says whether it did.
  @discardableResult
  public mutating func set(_ value: Value, at stamp: HybridTimestamp) -> Bool {
    guard stamp > self.stamp else { return false }
    self.value = value
    self.stamp = stamp
    return true
  }
}
