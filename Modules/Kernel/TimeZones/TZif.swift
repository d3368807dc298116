/// Reads the binary format of the zone database, versions 1 to 4.
///
/// Source: RFC 9636, "The Time Zone Information Format (TZif)". Invalid input throws an error and
/// never traps.
enum TZif {
  enum Malformed: Error, Equatable {
    case notTZif
    case truncated
    case inconsistent
    case badRule
    /// A file of the `right/` kind, whose times count leap seconds; Unix time does not.
    case countsLeapSeconds
  }

  /// Times beyond this are placeholders; RFC 9636 asks writers to stay within it.
  private static let latest: Int64 = 1 << 59

  static func parse(_ bytes: [UInt8]) throws(Malformed) -> ZoneTable {
    let old = try Block(bytes, at: 0, timeSize: 4)
    guard old.version >= UInt8(ascii: "2") else { return try table(of: old, rule: nil) }
    // Files since version 2 repeat everything with 64-bit times; the first part is for old readers.
    let block = try Block(bytes, at: old.end, timeSize: 8)
    return try table(of: block, rule: try footer(bytes[block.end...]))
  }

  /// The rule between two line feeds; nil if it is empty.
  private static func footer(_ bytes: ArraySlice<UInt8>) throws(Malformed) -> ZoneRule? {
    let lineFeed = UInt8(ascii: "\n")
    guard bytes.first == lineFeed, let end = bytes.dropFirst().firstIndex(of: lineFeed) else {
      throw .truncated
    }
    let text = bytes[(bytes.startIndex + 1)..<end]
    if text.isEmpty { return nil }
    guard let rule = ZoneRule(posix: text) else { throw .badRule }
    return rule
  }

  private static func table(of block: Block, rule: ZoneRule?) throws(Malformed) -> ZoneTable {
    guard block.leapCount == 0 else { throw .countsLeapSeconds }
    guard block.typeCount > 0, block.nameBytes > 0 else { throw .inconsistent }
    var types: [Int32] = []
    for index in 0..<block.typeCount { types.append(try block.offset(ofType: index)) }
    var changes: [Int64] = []
    // Type 0 applies before the first change.
    var offsets = [types[0]]
    for index in 0..<block.timeCount {
      let time = block.time(index)
      let type = block.typeIndex(index)
      guard type < types.count, time > changes.last ?? .min, (-latest...latest).contains(time)
      else {
        throw .inconsistent
      }
      changes.append(time)
      offsets.append(types[type])
    }
    return ZoneTable(changes: changes, offsets: offsets, rule: rule)
  }
}

/// A header and its data, all of which is known to be within the bytes.
private struct Block {
  let version: UInt8
  let timeCount: Int
  let typeCount: Int
  let nameBytes: Int
  let leapCount: Int
  /// The index after the data.
  let end: Int

  private let bytes: [UInt8]
  private let timeSize: Int
  private let timesAt: Int
  private let typesAt: Int
  private let recordsAt: Int

  private static let headerSize = 44
  private static let recordSize = 6

  init(_ bytes: [UInt8], at start: Int, timeSize: Int) throws(TZif.Malformed) {
    guard start + Block.headerSize <= bytes.count else {
      throw start == 0 ? .notTZif : .truncated
    }
    guard bytes[start..<(start + 4)].elementsEqual("TZif".utf8) else { throw .notTZif }
    version = bytes[start + 4]
    let counts = (0..<6).map { Int(Block.bigEndian(bytes, at: start + 20 + $0 * 4, size: 4)) }
    (leapCount, timeCount, typeCount, nameBytes) = (counts[2], counts[3], counts[4], counts[5])
    timesAt = start + Block.headerSize
    typesAt = timesAt + timeCount * timeSize
    recordsAt = typesAt + timeCount
    end =
      recordsAt + typeCount * Block.recordSize + nameBytes + leapCount * (timeSize + 4)
      + counts[0] + counts[1]
    guard end <= bytes.count else { throw .truncated }
    self.bytes = bytes
    self.timeSize = timeSize
  }

  /// Unix seconds of a change.
  func time(_ index: Int) -> Int64 {
    let raw = Block.bigEndian(bytes, at: timesAt + index * timeSize, size: timeSize)
    return timeSize == 4 ? Int64(Int32(truncatingIfNeeded: raw)) : Int64(bitPattern: raw)
  }

  /// The index of the type that applies after a change.
  func typeIndex(_ index: Int) -> Int { Int(bytes[typesAt + index]) }

  /// Seconds east of UTC.
  func offset(ofType index: Int) throws(TZif.Malformed) -> Int32 {
    let start = recordsAt + index * Block.recordSize
    let offset = Int32(truncatingIfNeeded: Block.bigEndian(bytes, at: start, size: 4))
    let limit = Int32(ZoneTable.offsetLimit)
    guard offset > -limit, offset < limit, bytes[start + 4] <= 1, bytes[start + 5] < nameBytes
    else { throw .inconsistent }
    return offset
  }

  private static func bigEndian(_ bytes: [UInt8], at index: Int, size: Int) -> UInt64 {
    bytes[index..<(index + size)].reduce(0) { $0 << 8 | UInt64($1) }
  }
}
