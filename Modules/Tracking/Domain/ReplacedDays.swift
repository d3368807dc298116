import Core
import TrackingContract

/// The recently replaced values of a habit's days, for an undo.
///
/// They are dropped some days after they were replaced, because counting glasses of water replaces
/// a value several times a day. Whoever asks says when the current value replaced the one before.
struct ReplacedDays<Value: Sendable>: Sendable {
  private var days: [Int: ReplacedValues<Value>] = [:]
  /// The number of days at which values that are not recent are dropped.
  private var limit = minLimit

  private static var minLimit: Int { 16 }
  /// How long they are kept, in milliseconds before the habit's newest entry.
  private static var memory: Int64 { 7 * 86_400_000 }

  /// The recently replaced values of a day, latest first.
  ///
  /// - Parameters:
  ///   - newest: the habit's newest clock.
  ///   - current: when the day's current value replaced the one before.
  ///   - isImported: whether an import brought a value, which keeps the one that it replaced.
  func recent(
    on day: Int,
    _ newest: HybridTime,
    current: HybridTime,
    isImported: (LWWRegister<Value>) -> Bool
  ) -> [LWWRegister<Value>] {
    guard var replaced = days[day] else { return [] }
    let oldest = ReplacedDays.oldest(newest)
    replaced.drop(replacedBefore: oldest, current: current, where: isImported)
    return replaced.writes
  }

  /// Whether it is time to keep only what is recent.
  ///
  /// Looking through all of them each time would make an import that replaces many days slow.
  var isFull: Bool { days.count >= limit }

  mutating func insert(_ write: LWWRegister<Value>, on day: Int) {
    days[day, default: ReplacedValues()].insert(write)
  }

  mutating func clear(_ day: Int) { days[day] = nil }

  /// Returns the values that are recent at the habit's newest clock.
  ///
  /// - Parameters:
  ///   - current: Returns when a day's current value replaced the one before.
  ///   - isImported: Returns whether an import brought a value of a day.
  func recent(
    _ newest: HybridTime,
    current: (Int) -> HybridTime,
    isImported: (Int, LWWRegister<Value>) -> Bool
  ) -> ReplacedDays {
    let oldest = ReplacedDays.oldest(newest)
    var recent = ReplacedDays()
    for (day, replaced) in days {
      var replaced = replaced
      replaced.drop(replacedBefore: oldest, current: current(day)) { isImported(day, $0) }
      if !replaced.writes.isEmpty { recent.days[day] = replaced }
    }
    recent.limit = max(ReplacedDays.minLimit, 2 * recent.days.count)
    return recent
  }

  private static func oldest(_ newest: HybridTime) -> HybridTime {
    HybridTime(milliseconds: max(0, newest.milliseconds - memory))
  }

  // MARK: Snapshots

  /// Writes only recent values, so that equal states have equal bytes.
  ///
  /// Other values may have been dropped already.
  func write(
    to writer: inout ByteWriter,
    _ newest: HybridTime,
    current: (Int) -> HybridTime,
    isImported: (Int, LWWRegister<Value>) -> Bool,
    _ body: (inout ByteWriter, Value) -> Void
  ) {
    let recent = recent(newest, current: current, isImported: isImported).days
    writer.write(count: recent.count)
    for (day, replaced) in recent.sorted(by: { $0.key < $1.key }) {
      writer.write(Int32(day))
      writer.write(replaced, body)
    }
  }

  init() {}

  init(
    from reader: inout ByteReader,
    _ body: (inout ByteReader) throws -> Value
  ) throws {
    let pairs = try reader.readList { reader in
      (Int(try reader.read(Int32.self)), try reader.readReplaced(body))
    }
    days = Dictionary(pairs, uniquingKeysWith: { $1 })
  }
}
