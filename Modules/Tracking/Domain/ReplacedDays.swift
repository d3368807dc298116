import Core
import TrackingContract

/// The replaced values of a habit's days, for an undo.
///
/// What a person replaced is dropped some days later, because counting glasses of water replaces a
/// value several times a day. What imports replaced stays, as they are undone one by one, at any
/// time. Whoever asks says when the current value replaced the one before.
struct ReplacedDays<Value: Sendable>: Sendable {
  typealias Write = EntryWrite<Value>

  /// The replaced values of each day, those first that would count first.
  private var days: [Int: [Write]] = [:]
  /// The number of days at which values that are not recent are dropped.
  private var limit = minLimit

  private static var minLimit: Int { 16 }
  /// How long they are kept, in milliseconds before the habit's newest entry.
  private static var memory: Int64 { 7 * 86_400_000 }
  /// The number of values of a day that are kept in any case.
  private static var least: Int { 3 }
  /// The greatest number of values that are kept of a day that one import after another replaced.
  static var most: Int { 32 }

  /// The recently replaced values of a day, those first that would count first.
  ///
  /// - Parameters:
  ///   - newest: the habit's newest clock.
  ///   - current: when the day's current value replaced the one before.
  func recent(on day: Int, _ newest: HybridTime, current: HybridTime) -> [Write] {
    guard let replaced = days[day] else { return [] }
    return ReplacedDays.kept(of: replaced, since: ReplacedDays.oldest(newest), current: current)
  }

  /// Whether it is time to keep only what is recent.
  ///
  /// Looking through all of them each time would make an import that replaces many days slow.
  var isFull: Bool { days.count >= limit }

  mutating func insert(_ write: Write, on day: Int) {
    ReplacedDays.insert(write, into: &days[day, default: []])
  }

  mutating func clear(_ day: Int) { days[day] = nil }

  /// Returns the values that are recent at the habit's newest clock.
  ///
  /// - Parameter current: Returns when a day's current value replaced the one before.
  func recent(_ newest: HybridTime, current: (Int) -> HybridTime) -> ReplacedDays {
    let oldest = ReplacedDays.oldest(newest)
    var recent = ReplacedDays()
    for (day, replaced) in days {
      let kept = ReplacedDays.kept(of: replaced, since: oldest, current: current(day))
      if !kept.isEmpty { recent.days[day] = kept }
    }
    recent.limit = max(ReplacedDays.minLimit, 2 * recent.days.count)
    return recent
  }

  private static func oldest(_ newest: HybridTime) -> HybridTime {
    HybridTime(milliseconds: max(0, newest.milliseconds - memory))
  }

  // MARK: The values of a day

  // What is kept is always the beginning of all values of the day. So a value that was not kept
  // would not be kept later either, and any order of arrival leaves the same ones.

  private static func insert(_ write: Write, into writes: inout [Write]) {
    let place = writes.firstIndex { $0.order <= write.order } ?? writes.count
    guard place == writes.count || writes[place].order != write.order else { return }
    writes.insert(write, at: place)
    var count = min(writes.count, least)
    while count < min(writes.count, most), writes[count - 1].isOfImport { count += 1 }
    writes.removeSubrange(count...)
  }

  /// Returns the values that were replaced after `oldest`, or by an import that is kept itself.
  private static func kept(
    of writes: [Write],
    since oldest: HybridTime,
    current: HybridTime
  ) -> [Write] {
    var isRecent = current >= oldest
    let kept = writes.prefix { write in
      defer { isRecent = write.stamp.clock >= oldest || write.isOfImport }
      return isRecent
    }
    return Array(kept)
  }

  // MARK: Snapshots

  /// Writes only recent values, so that equal states have equal bytes.
  ///
  /// Other values may have been dropped already.
  func write(
    to writer: inout ByteWriter,
    _ newest: HybridTime,
    current: (Int) -> HybridTime,
    _ body: (inout ByteWriter, Value) -> Void
  ) {
    let recent = recent(newest, current: current).days
    writer.write(count: recent.count)
    for (day, replaced) in recent.sorted(by: { $0.key < $1.key }) {
      writer.write(Int32(day))
      writer.write(count: replaced.count)
      for write in replaced {
        writer.write(write.order)
        body(&writer, write.value)
      }
    }
  }

  init() {}

  init(
    from reader: inout ByteReader,
    _ body: (inout ByteReader) throws -> Value
  ) throws {
    let pairs = try reader.readList { reader in
      let day = Int(try reader.read(Int32.self))
      let writes = try reader.readList { reader in
        let order = try reader.readOrder()
        return Write(try body(&reader), at: order)
      }
      return (day, writes.sorted { $0.order > $1.order })
    }
    days = Dictionary(pairs, uniquingKeysWith: { $1 })
  }
}
