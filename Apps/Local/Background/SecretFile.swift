import Core
import FileSystem
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
  public func text() throws -> String { Hexadecimal.text(try load()) }

  /// Replaces the secret atomically.
  @discardableResult
  public func renew() throws -> [UInt8] {
    // The system's random numbers are unpredictable.
    var random = SystemRandomNumberGenerator()
    let secret = (0..<SecretFile.count).map { _ in UInt8.random(in: .min ... .max, using: &random) }
    do throws(FileError) {
      try AtomicFile.write(Array((Hexadecimal.text(secret) + "\n").utf8), to: path)
    } catch { throw unusable(error) }
    return secret
  }

  private func read() throws -> [UInt8]? {
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard file >= 0 else {
      if errno == ENOENT { return nil }
      throw unusable(FileError(code: errno))
    }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0 else { throw unusable(FileError(code: errno)) }
    // A secret that others could read is compromised: a new one is created.
    guard status.st_uid == geteuid(), status.st_mode & 0o077 == 0 else { return nil }
    var text = [UInt8](repeating: 0, count: 2 * SecretFile.count)
    guard Glibc.read(file, &text, text.count) == text.count else { return nil }
    return Hexadecimal.bytes(text)
  }

  private func unusable(_ error: FileError) -> DomainError {
    DomainError(
      "secret-unusable",
      "\(path) cannot be used (\(error)). Your habits are untouched: "
        + "give yourself the right to it, or delete that file."
    )
  }
}
