import Core
import RemindersContract

/// What was said last about notices, of the newest of them: bounded, and still the same in any
/// order of the same facts.
///
/// Each notice keeps what has the greatest stamp, and of all notices those with the greatest
/// stamps are kept. A notice only ever moves up, so that one which fell out would not have stayed
/// in another order either.
struct LatestNotices<Value: Sendable>: Sendable {
  private(set) var entries: [NoticeID: Register<Value>] = [:]
  private let limit: Int

  init(limit: Int) { self.limit = limit }

  /// Says whether the notice was not known.
  mutating func set(_ id: NoticeID, _ value: Value, at stamp: HybridTimestamp) -> Bool {
    guard entries[id] == nil else {
      entries[id]?.set(value, at: stamp)
      return false
    }
    entries[id] = Register(value, at: stamp)
    if entries.count > limit, let oldest = entries.min(by: { order($0) < order($1) }) {
      entries[oldest.key] = nil
      return oldest.key != id
    }
    return true
  }

  private func order(
    _ entry: (key: NoticeID, value: Register<Value>)
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
