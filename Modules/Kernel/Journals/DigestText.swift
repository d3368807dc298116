extension Digest: LosslessStringConvertible {
  /// Reads 64 hexadecimal digits.
  public init?(_ text: String) {
    let digits = Array(text.utf8)
    guard digits.count == Digest.byteCount * 2 else { return nil }
    let bytes = stride(from: 0, to: digits.count, by: 2).compactMap { place in
      UInt8(String(decoding: digits[place...(place + 1)], as: UTF8.self), radix: 16)
    }
    self.init(bytes)
  }

  /// 64 lowercase hexadecimal digits.
  public var description: String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
