import Core
import Journals
import SQLite

/// The clock readings with which the facts of a device count, in blocks of sorted numbers.
///
/// A block takes 4 to 5 bytes for each reading, a fifth of what an index of them would, and a push
/// of many facts changes one row. A reading stays taken once it was.
struct TakenReadings {
  /// The greatest number of readings in a block.
  private static let most = 64

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
    try shares(of: readings).flatMap { $0.readings.filter(Set($0.block).contains) }
  }

  /// Adds readings, within the caller's transaction.
  ///
  /// - Returns: whether none of them was taken before.
  @discardableResult
  func insert(_ readings: some Sequence<UInt64>) throws(SQLiteError) -> Bool {
    var areNew = true
    for share in try shares(of: readings) {
      let (block, added) = (Set(share.block), Set(share.readings))
      areNew = areNew && block.isDisjoint(with: added)
      try write(block.union(added).sorted())
    }
    return areNew
  }

  /// Readings in order, by the block to which they belong, with what is in that block.
  private func shares(
    of readings: some Sequence<UInt64>
  ) throws(SQLiteError) -> [(readings: ArraySlice<UInt64>, block: [UInt64])] {
    var rest = readings.sorted()[...]
    var shares: [(readings: ArraySlice<UInt64>, block: [UInt64])] = []
    while let first = rest.first {
      let end = try start(after: first)
      let share = rest.prefix { reading in end.map { reading < $0 } ?? true }
      shares.append((share, try block(upTo: first)))
      rest = rest.dropFirst(share.count)
    }
    return shares
  }

  // MARK: Blocks

  /// The readings of the block in which a reading is, if it is in one.
  private func block(upTo reading: UInt64) throws(SQLiteError) -> [UInt64] {
    let find = try database.prepare(
      """
      SELECT start, steps FROM sync_clocks WHERE space = ? AND device = ? AND start <= ?
      ORDER BY start DESC LIMIT 1
      """
    )
    defer { find.reset() }
    try bind(reading, to: find)
    guard try find.step() else { return [] }
    let start = TakenReadings.reading(find.int64(0))
    guard let readings = try? TakenReadings.readings(after: start, find.blob(1)) else {
      throw SQLiteError.damagedRow("the clock of a device")
    }
    return readings
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

  /// Writes sorted readings as one block, or as several if they do not fit into one.
  private func write(_ readings: [UInt64]) throws(SQLiteError) {
    var block: [UInt64] = []
    for reading in readings {
      let isFar = block.last.map { reading - $0 > UInt64(Int.max) } ?? false
      if block.count == TakenReadings.most || isFar {
        try write(block: block)
        block = []
      }
      block.append(reading)
    }
    try write(block: block)
  }

  private func write(block: [UInt64]) throws(SQLiteError) {
    guard let start = block.first else { return }
    var steps = ByteWriter()
    for (reading, next) in zip(block, block.dropFirst()) { steps.write(count: Int(next - reading)) }
    let write = try database.prepare("INSERT OR REPLACE INTO sync_clocks VALUES (?, ?, ?, ?)")
    try bind(start, to: write)
    try write.bind(4, steps.bytes)
    try write.run()
  }

  /// The readings of a block.
  ///
  /// - Parameter steps: the distance from each reading to the next one, in the format of
  ///   `ByteWriter`.
  /// - Throws: an error for steps that ``write(block:)`` does not write.
  private static func readings(after start: UInt64, _ steps: [UInt8]) throws -> [UInt64] {
    var readings = [start]
    var reader = ByteReader(steps)
    while !reader.isAtEnd {
      let step = UInt64(try reader.readCount())
      let (next, isTooLate) = readings[readings.count - 1].addingReportingOverflow(step)
      guard step > 0, !isTooLate else { throw reader.malformed }
      readings.append(next)
    }
    return readings
  }

  // MARK: Numbers

  /// The number by which SQLite, whose numbers have a sign, sorts readings as they are sorted here.
  private static func key(_ reading: UInt64) -> Int64 {
    Int64(bitPattern: reading ^ (1 << 63))
  }

  private static func reading(_ key: Int64) -> UInt64 { UInt64(bitPattern: key) ^ (1 << 63) }
}
