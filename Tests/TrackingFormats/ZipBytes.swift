/// Creates zip archives for tests, stored or in deflate's stored blocks.
struct ZipBytes {
  var method: UInt16 = 0
  var flags: UInt16 = 0
  private(set) var body: [UInt8] = []
  private var directory: [UInt8] = []
  private var count: UInt16 = 0

  mutating func add(_ path: String, _ text: String, checksum: UInt32? = nil, claims: Int? = nil) {
    let content = Array(text.utf8)
    let packed = method == 8 ? ZipBytes.deflated(content) : content
    let start = UInt32(body.count)
    let shared =
      little(method) + little(0, 2) + little(checksum ?? ZipBytes.checksum(content))
      + little(UInt32(packed.count)) + little(UInt32(claims ?? content.count))
      + little(UInt16(path.utf8.count)) + little(0, 1)
    body += [0x50, 0x4B, 3, 4] + little(20, 1) + little(flags) + shared + Array(path.utf8) + packed
    directory += [0x50, 0x4B, 1, 2] + little(20, 2) + little(flags) + shared
    directory += little(0, 3) + little(0, 2) + little(start) + Array(path.utf8)
    count += 1
  }

  /// The bytes of the archive.
  var bytes: [UInt8] {
    body + directory + [0x50, 0x4B, 5, 6] + little(0, 2) + little(count) + little(count)
      + little(UInt32(directory.count)) + little(UInt32(body.count)) + little(0, 1)
  }

  private func little<T: FixedWidthInteger>(_ value: T) -> [UInt8] {
    withUnsafeBytes(of: value.littleEndian, Array.init)
  }

  /// Returns `value` as two bytes, repeated `times` times.
  private func little(_ value: UInt16, _ times: Int) -> [UInt8] {
    (0..<times).flatMap { _ in little(value) }
  }

  /// Returns one stored block (RFC 1951, 3.2.4).
  private static func deflated(_ content: [UInt8]) -> [UInt8] {
    let count = UInt16(content.count)
    let lengths = [count, ~count].flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    return [1] + lengths + content
  }

  /// Returns the CRC-32 computed bit by bit, independently of the code under test.
  static func checksum(_ bytes: [UInt8]) -> UInt32 {
    var crc: UInt32 = 0xFFFF_FFFF
    for byte in bytes {
      crc ^= UInt32(byte)
      for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
    }
    return ~crc
  }
}
