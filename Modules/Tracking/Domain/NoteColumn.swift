import Core
import TrackingContract

/// The notes of a habit's days, each a register of its own.
///
/// Most notes are written together with the mark of their day, and then have its timestamp.
struct NoteColumn: Sendable {
  private var texts: [Int: String] = [:]
  /// Where the notes that were not written with their day's mark stand among all writes.
  private var orders: [Int: EntryOrder] = [:]
  /// The notes that others replaced.
  var replaced = ReplacedDays<String>()

  init() {}

  /// Where the notes that were not written with their day's mark stand among all writes.
  var own: [Int: EntryOrder] { orders }

  func text(on day: Int) -> String? { texts.isEmpty ? nil : texts[day] }

  /// Where a note that was not written with its day's mark stands; nil for any other.
  func ownOrder(on day: Int) -> EntryOrder? { orders.isEmpty ? nil : orders[day] }

  mutating func set(_ text: String, on day: Int) { texts[day] = text.isEmpty ? nil : text }

  /// - Parameter order: nil if the note was written with the mark, or never.
  mutating func setOwnOrder(_ order: EntryOrder?, on day: Int) {
    guard order != nil || !orders.isEmpty else { return }
    orders[day] = order
  }

  // MARK: Snapshots

  func write(
    to writer: inout ByteWriter,
    _ newest: HybridTime,
    current: (Int) -> HybridTime
  ) {
    writer.write(texts) { $0.write($1) }
    writer.write(orders) { $0.write($1) }
    replaced.write(to: &writer, newest, current: current) { $0.write($1) }
  }

  init(from reader: inout ByteReader) throws {
    texts = try reader.readDays { try $0.read() }
    orders = try reader.readDays { try $0.readOrder() }
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
