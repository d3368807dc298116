import Core

extension Digest: LosslessStringConvertible {
  /// Parses 64 hexadecimal digits.
  public init?(_ text: String) {
    guard let bytes = Hexadecimal.bytes(text.utf8) else { return nil }
    self.init(bytes)
  }

  /// 64 lowercase hexadecimal digits.
  public var description: String { Hexadecimal.text(bytes) }
}
