import Core
import Glibc

/// Random bytes that only their owner can read.
public struct SecretFile: Sendable {
  private static let count = 32

  public let path: String

  public init(_ path: String) { self.path = path }

  /// The secret, created if there is none.
  ///
  /// - Throws: a ``DomainError`` when the file cannot be read or written, or is not private to this
  ///   user.
  public func load() throws -> [UInt8] {
    if let secret = try read() { return secret }
    return try renew()
  }

  /// The secret in hexadecimal, as programs send it.
  public func text() throws -> String { SecretFile.text(try load()) }

  public static func text(_ secret: [UInt8]) -> String {
    let digits = Array("0123456789abcdef".utf8)
    return String(
      decoding: secret.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] },
      as: UTF8.self
    )
  }

  /// Replaces the secret atomically.
  @discardableResult
  public func renew() throws -> [UInt8] {
    // The system's random numbers are unpredictable.
    var random = SystemRandomNumberGenerator()
    let secret = (0..<SecretFile.count).map { _ in UInt8.random(in: .min ... .max, using: &random) }
    let partial = path + ".partial"
    unlink(partial)
    let file = open(partial, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard file >= 0 else { throw unusable() }
    let text = Array((SecretFile.text(secret) + "\n").utf8)
    let isWritten = write(file, text, text.count) == text.count && fsync(file) == 0
    let isClosed = close(file) == 0
    guard isWritten, isClosed, rename(partial, path) == 0 else { throw unusable() }
    return secret
  }

  private func read() throws -> [UInt8]? {
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard file >= 0 else {
      if errno == ENOENT { return nil }
      throw unusable()
    }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0 else { throw unusable() }
    // A secret that others could read is compromised: a new one is created.
    guard status.st_uid == geteuid(), status.st_mode & 0o077 == 0 else { return nil }
    var text = [UInt8](repeating: 0, count: 2 * SecretFile.count)
    guard Glibc.read(file, &text, text.count) == text.count else { return nil }
    return SecretFile.bytes(text)
  }

  private static func bytes(_ text: [UInt8]) -> [UInt8]? {
    let digits = text.compactMap { Character(UnicodeScalar($0)).hexDigitValue }
    guard digits.count == text.count else { return nil }
    return stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
  }

  private func unusable() -> DomainError {
    DomainError(
      "secret-unusable",
      "\(path) cannot be used (\(String(cString: strerror(errno)))). Your habits are untouched: "
        + "give yourself the right to it, or delete that file."
    )
  }
}
