import Core
import TrackingContract

/// An entry as a fact set it, whatever became of it.
struct KeptEntry: Sendable, Equatable {
  let entry: Entry
  let evidence: Evidence
}

/// The entries of one habit that others replaced within the last days, for an undo.
///
/// They are dropped some days after they were replaced, because counting glasses of water replaces
/// an entry several times a day.
struct ReplacedEntries: Sendable {
  /// For how long they are kept, in milliseconds up to the habit's newest entry.
  static let memory: Int64 = 7 * 86_400_000

  private var days: [Int: ReplacedValues<KeptEntry>] = [:]

  var count: Int { days.count }

  /// The recently replaced entries of a day, latest first.
  ///
  /// - Parameters:
  ///   - newest: the habit's newest clock.
  ///   - current: the clock of the day's current entry.
  func recent(
    on day: Int,
    _ newest: HybridTime,
    current: HybridTime
  ) -> [LWWRegister<KeptEntry>] {
    guard var replaced = days[day] else { return [] }
    replaced.drop(replacedBefore: ReplacedEntries.limit(newest), current: current)
    return replaced.writes
  }

  mutating func insert(_ write: LWWRegister<KeptEntry>, on day: Int) {
    days[day, default: ReplacedValues()].insert(write)
  }

  /// What is recent at the habit's newest clock.
  ///
  /// - Parameter current: Returns the clock of a day's current entry.
  func recent(_ newest: HybridTime, current: (Int) -> HybridTime) -> ReplacedEntries {
    let limit = ReplacedEntries.limit(newest)
    var recent = ReplacedEntries()
    for (day, replaced) in days {
      var replaced = replaced
      replaced.drop(replacedBefore: limit, current: current(day))
      if !replaced.writes.isEmpty { recent.days[day] = replaced }
    }
    return recent
  }

  private static func limit(_ newest: HybridTime) -> HybridTime {
    HybridTime(milliseconds: max(0, newest.milliseconds - memory))
  }

  func write(to writer: inout ByteWriter) {
    writer.write(count: days.count)
    for (day, replaced) in days.sorted(by: { $0.key < $1.key }) {
      writer.write(Int32(day))
      writer.write(replaced) { $1.write(to: &$0) }
    }
  }

  init() {}

  init(from reader: inout ByteReader) throws {
    let pairs = try reader.readList { reader in
      (Int(try reader.read(Int32.self)), try reader.readReplaced { try KeptEntry(from: &$0) })
    }
    days = Dictionary(pairs, uniquingKeysWith: { $1 })
  }
}

extension KeptEntry {
  fileprivate func write(to writer: inout ByteWriter) {
    writer.write(entry.mark.code)
    writer.write(EvidenceCode.flags(of: evidence))
    writer.write(UInt8(bitPattern: EvidenceCode.quarters(of: evidence)))
    writer.write(entry.note)
    writer.write(entry.value) { $0.write($1.thousandths) }
    writer.write(entry.at) { $0.write($1.milliseconds) }
  }

  fileprivate init(from reader: inout ByteReader) throws {
    let mark = Mark(code: try reader.read(UInt8.self))
    let flags = try reader.read(UInt8.self)
    let quarters = Int8(bitPattern: try reader.read(UInt8.self))
    evidence = EvidenceCode.evidence(flags, quarters)
    let note = try reader.read(String.self)
    let value = try reader.readOptional { Amount(thousandths: try $0.read()) }
    let at = try reader.readOptional { Instant(milliseconds: try $0.read()) }
    entry = Entry(mark: mark, value: value, note: note, at: at)
  }
}
