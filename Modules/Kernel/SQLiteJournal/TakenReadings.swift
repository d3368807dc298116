import Core
import Journals
import SQLite

/// The clock readings with which the facts of a device count, in blocks of sorted numbers.
///
/// A block takes 4 to 5 bytes for each reading, a fifth of what an index of them would, and a push
/// of many facts changes one row. A reading stays taken once it was.
struct TakenReadings {
  /// The greatest number of readings in a block.
  private static let most = 256

  private let database: Database
  private let space: Int64
  private let device: Int64

  /// - Parameter device: the number of the device's term.
  init(_ database: Database, in space: Int64, of device: Int64) {
    self.database = database
    self.space = space
    self.device = device
  }

  /// Those among some readings that are taken.
  func contained(in readings: some Sequence<UInt64>) throws(SQLiteError) -> [UInt64] {
    var rest = readings.sorted()[...]
    var taken: [UInt64] = []
    while let first = rest.first {
      let share = rest.prefix(try length(of: rest))
      rest = rest.dropFirst(share.count)
      let block = Set(try block(upTo: first)?.readings ?? [])
      taken += share.filter(block.contains)
    }
    return taken
  }

  /// The number of sorted readings that belong to the same block as the first of them.
  private func length(of readings: ArraySlice<UInt64>) throws(SQLiteError) -> Int {
    guard let first = readings.first, let end = try start(after: first) else {
      return readings.count
    }
    return readings.prefix { $0 < end }.count
  }

  /// Adds readings, within the caller's transaction.
  func insert(_ readings: some Sequence<UInt64>) throws(SQLiteError) {
    var rest = readings.sorted()[...]
    while let first = rest.first {
      let share = rest.prefix(try length(of: rest))
      rest = rest.dropFirst(share.count)
      var block = try block(upTo: first) ?? Block(start: first, readings: [])
      block.readings = Set(block.readings).union(share).sorted()
      for start in stride(from: 0, to: block.readings.count, by: Self.most) {
        try write(Array(block.readings[start...].prefix(Self.most)))
      }
    }
  }

  // MARK: Blocks

  private struct Block {
    let start: UInt64
    var readings: [UInt64]
  }

  /// The block in which a reading is, if it is in one.
  private func block(upTo reading: UInt64) throws(SQLiteError) -> Block? {
    let find = try database.prepare(
      """
      SELECT start, steps FROM sync_clocks WHERE space = ? AND device = ? AND start <= ?
      ORDER BY start DESC LIMIT 1
      """
    )
    defer { find.reset() }
    try bind(reading, to: find)
    guard try find.step() else { return nil }
    let start = TakenReadings.reading(find.int64(0))
    guard let readings = find.withBlob(1, { TakenReadings.readings(after: start, $0) }) else {
      throw SQLiteError.damagedRow("the clock of a device")
    }
    return Block(start: start, readings: readings)
  }

  private func start(after reading: UInt64) throws(SQLiteError) -> UInt64? {
    let find = try database.prepare(
      "SELECT min(start) FROM sync_clocks WHERE space = ? AND device = ? AND start > ?"
    )
    defer { find.reset() }
    try bind(reading, to: find)
    return try find.step() && !find.isNull(0) ? TakenReadings.reading(find.int64(0)) : nil
  }

  private func bind(_ reading: UInt64, to find: Statement) throws(SQLiteError) {
    try find.bind(1, space)
    try find.bind(2, device)
    try find.bind(3, TakenReadings.key(reading))
  }

  private func write(_ readings: [UInt64]) throws(SQLiteError) {
    guard let start = readings.first else { return }
    let write = try database.prepare("INSERT OR REPLACE INTO sync_clocks VALUES (?, ?, ?, ?)")
    try bind(start, to: write)
    try write.bind(4, TakenReadings.steps(between: readings))
    try write.run()
  }

  // MARK: Numbers

  /// The number by which SQLite, whose numbers have a sign, sorts readings as they are sorted here.
  private static func key(_ reading: UInt64) -> Int64 {
    Int64(bitPattern: reading ^ (1 << 63))
  }

  private static func reading(_ key: Int64) -> UInt64 { UInt64(bitPattern: key) ^ (1 << 63) }

  /// The distances from each reading to the next one, in groups of 7 bits, lowest first.
  private static func steps(between readings: [UInt64]) -> [UInt8] {
    var steps: [UInt8] = []
    for (reading, next) in zip(readings, readings.dropFirst()) {
      var rest = next - reading
      while rest >= 0x80 {
        steps.append(UInt8(truncatingIfNeeded: rest) | 0x80)
        rest >>= 7
      }
      steps.append(UInt8(truncatingIfNeeded: rest))
    }
    return steps
  }

  /// Nil for bytes that ``steps(between:)`` does not write.
  private static func readings(
    after start: UInt64,
    _ steps: UnsafeRawBufferPointer
  ) -> [UInt64]? {
    var readings = [start]
    var (step, shift) = (UInt64(0), UInt64(0))
    for byte in steps {
      guard shift < 64 else { return nil }
      step |= UInt64(byte & 0x7F) << shift
      shift += 7
      if byte >= 0x80 { continue }
      let (next, isTooLate) = readings[readings.count - 1].addingReportingOverflow(step)
      guard step > 0, !isTooLate else { return nil }
      readings.append(next)
      (step, shift) = (0, 0)
    }
    return shift == 0 ? readings : nil
  }
}
