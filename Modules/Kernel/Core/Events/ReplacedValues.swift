/// The latest writes to a register that later ones replaced, latest first.
///
/// An undo restores one of them. Which ones are kept depends only on the set of all writes, so any
/// order of arrival leaves the same ones.
public struct ReplacedValues<Value: Sendable>: Sendable {
  /// The number of writes that are kept.
  public static var limit: Int { 3 }

  public private(set) var writes: [LWWRegister<Value>] = []

  public init() {}

  /// The writes of a snapshot.
  init(_ writes: [LWWRegister<Value>]) { self.writes = writes.sorted { $0.stamp > $1.stamp } }

  /// Takes in a write that is not the current one.
  ///
  /// The latest write that `isLasting` accepts is kept beyond ``limit``.
  public mutating func insert(
    _ write: LWWRegister<Value>,
    keeping isLasting: (Value) -> Bool = { _ in false }
  ) {
    let place = writes.firstIndex { $0.stamp <= write.stamp } ?? writes.count
    if place < writes.count, writes[place].stamp == write.stamp { return }
    writes.insert(write, at: place)
    let lasting = writes.firstIndex { isLasting($0.value) }
    let kept = writes.indices.filter { $0 < ReplacedValues.limit || $0 == lasting }
    writes = kept.map { writes[$0] }
  }

  /// Drops the writes that were replaced before `limit`.
  ///
  /// - Parameter current: The clock of the register's current write.
  public mutating func drop(replacedBefore limit: HybridTime, current: HybridTime) {
    var successor = current
    let kept = writes.prefix { write in
      defer { successor = write.stamp.clock }
      return successor >= limit
    }
    writes = Array(kept)
  }
}
