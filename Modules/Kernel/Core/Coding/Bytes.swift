/// Writes the compact format of snapshots: little-endian integers and LEB128 lengths.
public struct ByteWriter: Sendable {
  public private(set) var bytes: [UInt8] = []

  public init() {}

  /// Creates a writer that holds `capacity` bytes before it has to reallocate.
  package init(capacity: Int) { bytes.reserveCapacity(capacity) }

  /// Removes all bytes and keeps the memory.
  package mutating func clear() { bytes.removeAll(keepingCapacity: true) }

  public mutating func write<T: FixedWidthInteger>(_ value: T) {
    withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
  }

  public mutating func write(_ value: Bool) { bytes.append(value ? 1 : 0) }

  public mutating func write(_ value: Double) { write(value.bitPattern) }

  /// Writes an unsigned number in 7-bit groups; small numbers take one byte.
  public mutating func write(count: Int) { bytes.append(groupsOf: UInt64(count)) }

  /// Writes a number of either sign in 7-bit groups; those near 0 take one byte.
  package mutating func write(distance: Int64) { bytes.append(zigzag: distance) }

  public mutating func write(_ text: String) {
    write(count: text.utf8.count)
    bytes.append(contentsOf: text.utf8)
  }

  public mutating func write(_ blob: [UInt8]) {
    blob.withUnsafeBytes { write(blob: $0) }
  }

  package mutating func write(blob: UnsafeRawBufferPointer) {
    write(count: blob.count)
    bytes.append(contentsOf: blob)
  }

  /// Writes all elements in one copy.
  public mutating func write<T: FixedWidthInteger>(array: [T]) {
    write(count: array.count)
    #if _endian(little)
      array.withUnsafeBytes { bytes.append(contentsOf: $0) }
    #else
      for element in array { write(element) }
    #endif
  }

  public mutating func write<T>(_ value: T?, _ body: (inout ByteWriter, T) -> Void) {
    write(value != nil)
    if let value { body(&self, value) }
  }

  public mutating func write(_ value: some Identifier) { write(value.rawValue) }

  public mutating func write(_ stamp: HybridTimestamp) {
    write(stamp.clock.rawValue)
    write(stamp.device.rawValue)
  }
}

extension [UInt8] {
  /// Appends a number in groups of 7 bits, lowest first, with the highest bit set in all but the
  /// last.
  package mutating func append(groupsOf number: UInt64) {
    var rest = number
    while rest >= 0x80 {
      append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    append(UInt8(truncatingIfNeeded: rest))
  }

  /// Appends 0, -1, 1 and -2 as 0, 1, 2 and 3, in groups of 7 bits.
  package mutating func append(zigzag number: Int64) {
    append(groupsOf: UInt64(bitPattern: number << 1 ^ number >> 63))
  }
}

/// Reads what ``ByteWriter`` wrote.
///
/// Invalid input throws an error and never traps.
public struct ByteReader: Sendable {
  /// The bytes end early or hold an impossible value.
  public struct Malformed: Error {
    public let position: Int
    public init(position: Int) { self.position = position }
  }

  private let bytes: ArraySlice<UInt8>
  public private(set) var position: Int

  public init(_ bytes: [UInt8]) { self.init(bytes[...]) }

  public init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    position = bytes.startIndex
  }

  public var isAtEnd: Bool { position == bytes.endIndex }

  private mutating func take(_ count: Int) throws -> ArraySlice<UInt8> {
    guard count >= 0, count <= bytes.endIndex - position else { throw malformed }
    defer { position += count }
    return bytes[position..<(position + count)]
  }

  public var malformed: Malformed { Malformed(position: position) }

  public mutating func read<T: FixedWidthInteger>(_ type: T.Type = T.self) throws -> T {
    let raw = try take(MemoryLayout<T>.size)
    return raw.withUnsafeBytes { T(littleEndian: $0.loadUnaligned(as: T.self)) }
  }

  // From other modules the generic function is called without knowing its type, which takes several
  // times as long.

  public mutating func read(_ type: UInt8.Type = UInt8.self) throws -> UInt8 {
    guard position < bytes.endIndex else { throw malformed }
    defer { position += 1 }
    return bytes[position]
  }

  public mutating func read(_ type: UInt64.Type = UInt64.self) throws -> UInt64 {
    guard bytes.endIndex - position >= 8 else { throw malformed }
    var value: UInt64 = 0
    for place in (position..<(position + 8)).reversed() {
      value = value << 8 | UInt64(bytes[place])
    }
    position += 8
    return value
  }

  public mutating func read(_ type: Bool.Type = Bool.self) throws -> Bool {
    switch try read(UInt8.self) {
    case 0: false
    case 1: true
    default: throw malformed
    }
  }

  public mutating func read(_ type: Double.Type = Double.self) throws -> Double {
    Double(bitPattern: try read(UInt64.self))
  }

  public mutating func readCount() throws -> Int {
    var value: UInt64 = 0
    for shift in stride(from: UInt64(0), to: 63, by: 7) {
      let byte = try read(UInt8.self)
      value |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 {
        guard let count = Int(exactly: value) else { throw malformed }
        return count
      }
    }
    throw malformed
  }

  /// Reads what `ByteWriter.write(distance:)` wrote.
  package mutating func readDistance() throws -> Int64 {
    var value: UInt64 = 0
    for shift in stride(from: UInt64(0), through: 63, by: 7) {
      let byte = try read(UInt8.self)
      // Only one bit is left for the last group.
      guard shift < 63 || byte <= 1 else { throw malformed }
      value |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return Int64(bitPattern: value >> 1) ^ -Int64(bitPattern: value & 1) }
    }
    throw malformed
  }

  public mutating func read(_ type: String.Type = String.self) throws -> String {
    let count = try readCount()
    return String(decoding: try take(count), as: UTF8.self)
  }

  public mutating func readBlob() throws -> [UInt8] {
    let count = try readCount()
    return Array(try take(count))
  }

  /// Returns a reader of the blob at the current position, without copying it.
  public mutating func readPart() throws -> ByteReader {
    let count = try readCount()
    return ByteReader(try take(count))
  }

  public mutating func readArray<T: FixedWidthInteger>(of type: T.Type = T.self) throws -> [T] {
    let count = try readCount()
    let (size, overflow) = count.multipliedReportingOverflow(by: MemoryLayout<T>.size)
    guard !overflow else { throw malformed }
    let raw = try take(size)
    // All empty arrays share one storage, and the initializer below would write its count there.
    guard count > 0 else { return [] }
    return raw.withUnsafeBytes { source in
      [T](unsafeUninitializedCapacity: count) { target, initialized in
        UnsafeMutableRawBufferPointer(target).copyMemory(from: source)
        #if !_endian(little)
          for index in 0..<count { target[index] = T(littleEndian: target[index]) }
        #endif
        initialized = count
      }
    }
  }

  public mutating func readOptional<T>(_ body: (inout ByteReader) throws -> T) throws -> T? {
    try read(Bool.self) ? try body(&self) : nil
  }

  /// Reads `readCount()` elements; throws for a count that the remaining bytes cannot hold.
  public mutating func readList<T>(_ body: (inout ByteReader) throws -> T) throws -> [T] {
    let count = try readCount()
    guard count <= bytes.endIndex - position else { throw malformed }
    var list: [T] = []
    list.reserveCapacity(count)
    for _ in 0..<count { list.append(try body(&self)) }
    return list
  }

  public mutating func read<T: Identifier>(_ type: T.Type = T.self) throws -> T {
    T(rawValue: try read(UInt128.self))
  }

  public mutating func read(
    _ type: HybridTimestamp.Type = HybridTimestamp.self
  ) throws -> HybridTimestamp {
    HybridTimestamp(
      clock: HybridTime(rawValue: try read(UInt64.self)),
      device: DeviceID(rawValue: try read(UInt64.self))
    )
  }
}
