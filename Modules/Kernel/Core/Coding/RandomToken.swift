/// Random values that cannot be guessed, from the system's generator.
public enum RandomToken {
  /// Makes `count` random bytes, as hexadecimal digits.
  public static func make(bytes count: Int) -> String { Hexadecimal.text(bytes(count)) }

  /// Makes `count` random bytes.
  public static func bytes(_ count: Int) -> [UInt8] {
    var generator = SystemRandomNumberGenerator()
    return (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
  }
}
