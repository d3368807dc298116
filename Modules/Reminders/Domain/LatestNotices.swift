import Core
import RemindersContract

/// The latest value for each of the newest notices, up to a limit.
///
/// Each notice keeps the value with the greatest timestamp, and the notices with the greatest
/// timestamps are kept. The result does not depend on the order of the facts: a notice's timestamp
/// only increases, so a notice that was dropped would not have been kept in another order either.
struct LatestNotices<Value: Sendable>: Sendable {
  private(set) var entries: [NoticeID: LWWRegister<Value>] = [:]
  private let limit: Int

  init(limit: Int) { self.limit = limit }

  /// Sets a value and returns whether the notice is new.
  mutating func set(_ id: NoticeID, _ value: Value, at stamp: HybridTimestamp) -> Bool {
    guard entries[id] == nil else {
      entries[id]?.set(value, at: stamp)
      return false
    }
    entries[id] = LWWRegister(value, at: stamp)
    if entries.count > limit, let oldest = entries.min(by: { order($0) < order($1) }) {
      entries[oldest.key] = nil
      return oldest.key != id
    }
    return true
  }

  private func order(
    _ entry: (key: NoticeID, value: LWWRegister<Value>)
  ) -> (HybridTimestamp, NoticeID) {
    (entry.value.stamp, entry.key)
  }

  func write(to writer: inout ByteWriter, _ body: (inout ByteWriter, Value) -> Void) {
    writer.write(count: entries.count)
    for (id, register) in entries.sorted(by: { $0.key < $1.key }) {
      writer.write(id)
      writer.write(register, body)
    }
  }

  init(
    from reader: inout ByteReader,
    limit: Int,
    _ body: (inout ByteReader) throws -> Value
  ) throws {
    self.limit = limit
    let pairs = try reader.readList { (try $0.read(NoticeID.self), try $0.readRegister(body)) }
    entries = Dictionary(pairs, uniquingKeysWith: { $1 })
  }
}
