import Core
import TrackingContract

/// The notes of a habit's days, each a register of its own.
///
/// Most notes are written together with the mark of their day, and then have its timestamp.
struct NoteColumn: Sendable {
  private var texts: [Int: String] = [:]
  /// The timestamps of the notes whose timestamp differs from that of their day's mark.
  private var stamps: [Int: HybridTimestamp] = [:]
  /// The notes that others replaced, except empty ones.
  var replaced = ReplacedDays<String>()

  init() {}

  /// The timestamps of the notes whose timestamp differs from that of their day's mark.
  var own: [Int: HybridTimestamp] { stamps }
  /// The latest clock of these notes; 0 if there are none.
  var newestOwn: UInt64 { stamps.values.reduce(0) { max($0, $1.clock.rawValue) } }

  func text(on day: Int) -> String? { texts.isEmpty ? nil : texts[day] }

  /// The timestamp of a note that was written on its own; nil for any other.
  func ownStamp(on day: Int) -> HybridTimestamp? { stamps.isEmpty ? nil : stamps[day] }

  mutating func set(_ text: String, on day: Int) { texts[day] = text.isEmpty ? nil : text }

  /// - Parameter stamp: nil if the note has that of the mark, or was never written.
  mutating func setOwnStamp(_ stamp: HybridTimestamp?, on day: Int) {
    guard stamp != nil || !stamps.isEmpty else { return }
    stamps[day] = stamp
  }

  // MARK: Snapshots

  func write(
    to writer: inout ByteWriter,
    _ newest: HybridTime,
    current: (Int) -> HybridTime,
    isImported: (Int, LWWRegister<String>) -> Bool
  ) {
    writer.write(texts) { $0.write($1) }
    writer.write(stamps) { $0.write($1) }
    replaced.write(to: &writer, newest, current: current, isImported: isImported) { $0.write($1) }
  }

  init(from reader: inout ByteReader) throws {
    texts = try reader.readDays { try $0.read() }
    stamps = try reader.readDays { try $0.read(HybridTimestamp.self) }
    replaced = try ReplacedDays(from: &reader) { try $0.read() }
  }
}

extension ByteWriter {
  /// Writes the values of a few days, ascending by day.
  mutating func write<T>(_ days: [Int: T], _ body: (inout ByteWriter, T) -> Void) {
    write(count: days.count)
    for (day, value) in days.sorted(by: { $0.key < $1.key }) {
      write(Int32(day))
      body(&self, value)
    }
  }
}

extension ByteReader {
  mutating func readDays<T>(_ body: (inout ByteReader) throws -> T) throws -> [Int: T] {
    let pairs = try readList { (Int(try $0.read(Int32.self)), try body(&$0)) }
    return Dictionary(pairs, uniquingKeysWith: { $1 })
  }
}
