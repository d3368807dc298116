import Core
import TrackingContract

/// A history in bytes, as returned by the child of ``DecodingProcess``.
///
/// Nearly all of it is days, which are decoded many times faster than from JSON. Both ends are the
/// same program, so the format is not a promise.
enum DecodedHistory {
  static func bytes(of history: ImportedHistory) throws -> [UInt8] {
    var writer = ByteWriter()
    writer.write(history.source)
    writer.write(count: history.remarks.count)
    for remark in history.remarks { writer.write(remark) }
    writer.write(count: history.habits.count)
    for habit in history.habits { try write(habit, to: &writer) }
    return writer.bytes
  }

  /// - Throws: `ByteReader.Malformed` if the bytes are cut off or damaged.
  static func history(in bytes: [UInt8]) throws -> ImportedHistory {
    var reader = ByteReader(bytes)
    let source = try reader.read(String.self)
    let remarks = try reader.readList { try $0.read(String.self) }
    let habits = try reader.readList { try habit(from: &$0) }
    return ImportedHistory(source: source, habits: habits, remarks: remarks)
  }

  private static func write(_ habit: ImportedHabit, to writer: inout ByteWriter) throws {
    writer.write(habit.key)
    writer.write(try JSON.encode(habit.details))
    writer.write(habit.createdOn) { $0.write(Int32(clamping: $1.number)) }
    writer.write(habit.endedOn) { $0.write(Int32(clamping: $1.number)) }
    writer.write(habit.isTargetDerived == true)
    writer.write(count: habit.entries.count)
    for entry in habit.entries { write(entry, to: &writer) }
  }

  private static func habit(from reader: inout ByteReader) throws -> ImportedHabit {
    ImportedHabit(
      key: try reader.read(),
      details: try JSON.decode(HabitDetails.self, from: try reader.readBlob()),
      createdOn: try reader.readOptional { Day(number: Int(try $0.read(Int32.self))) },
      endedOn: try reader.readOptional { Day(number: Int(try $0.read(Int32.self))) },
      isTargetDerived: try reader.read(Bool.self) ? true : nil,
      entries: try reader.readList { try entry(from: &$0) }
    )
  }

  private static let marks = Mark.allCases

  private static func write(_ imported: ImportedEntry, to writer: inout ByteWriter) {
    let entry = imported.entry
    writer.write(Int32(clamping: imported.day.number))
    writer.write(UInt8(marks.firstIndex(of: entry.mark) ?? 0))
    writer.write(entry.value) { $0.write($1.thousandths) }
    writer.write(entry.note)
    writer.write(entry.at) { $0.write($1.milliseconds) }
  }

  private static func entry(from reader: inout ByteReader) throws -> ImportedEntry {
    let day = Day(number: Int(try reader.read(Int32.self)))
    let mark = Int(try reader.read(UInt8.self))
    guard marks.indices.contains(mark) else { throw reader.malformed }
    let entry = Entry(
      mark: marks[mark],
      value: try reader.readOptional { Amount(thousandths: try $0.read()) },
      note: try reader.read(),
      at: try reader.readOptional { Instant(milliseconds: try $0.read()) }
    )
    return ImportedEntry(day: day, entry: entry)
  }
}
