/// Base64 without padding, as PHC strings have it.
///
/// Source: RFC 4648, section 4; PHC string format specification, "B64".
enum Base64 {
  private static let letters = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8
  )

  static func text(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    var (bits, count) = (0, 0)
    for byte in bytes {
      bits = bits << 8 | Int(byte)
      count += 8
      while count >= 6 {
        count -= 6
        text.append(letters[bits >> count & 63])
      }
      bits &= (1 << count) - 1
    }
    if count > 0 { text.append(letters[bits << (6 - count) & 63]) }
    return String(decoding: text, as: UTF8.self)
  }

  /// The bytes; nil for text that ``text(_:)`` never gives.
  static func bytes(_ text: some StringProtocol) -> [UInt8]? {
    var bytes: [UInt8] = []
    var (bits, count) = (0, 0)
    for letter in text.utf8 {
      guard let value = letters.firstIndex(of: letter) else { return nil }
      bits = bits << 6 | value
      count += 6
      guard count >= 8 else { continue }
      count -= 8
      bytes.append(UInt8(bits >> count))
      bits &= (1 << count) - 1
    }
    return count < 6 && bits == 0 ? bytes : nil
  }
}
