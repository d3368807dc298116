/// Base64 in one of its alphabets, without padding by default.
///
/// Source: RFC 4648, sections 4 and 5.
public struct Base64: Sendable {
  /// The standard alphabet, as PHC strings and Standard Webhooks have it.
  public static let standard = Base64(last: "+/")
  /// The alphabet for addresses, in which browsers and JWT write keys (RFC 7515, section 2).
  public static let url = Base64(last: "-_")

  private let letters: [UInt8]

  private init(last: String) {
    letters = Array(
      ("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789" + last).utf8
    )
  }

  /// - Parameter isPadded: whether `=` fills the last group of four letters.
  public func text(_ bytes: some Sequence<UInt8>, isPadded: Bool = false) -> String {
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
    while isPadded, text.count % 4 > 0 { text.append(UInt8(ascii: "=")) }
    return String(decoding: text, as: UTF8.self)
  }

  /// The bytes; nil for text that ``text(_:isPadded:)`` never produces.
  ///
  /// - Parameter passesPadding: whether `=` at the end is ignored.
  public func bytes(_ text: some StringProtocol, passesPadding: Bool = false) -> [UInt8]? {
    var rest = Array(text.utf8)
    while passesPadding, rest.last == UInt8(ascii: "=") { rest.removeLast() }
    var bytes: [UInt8] = []
    var (bits, count) = (0, 0)
    for letter in rest {
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
