import Core
import FileSystem

/// Random bytes that only their owner can read.
public struct SecretFile: Sendable {
  private static let count = 32

  public let path: String

  public init(_ path: String) { self.path = path }

  /// The secret, created if there is none.
  ///
  /// - Throws: a ``DomainError`` if the file cannot be read or written, or is not private to this
  ///   user.
  public func load() throws -> [UInt8] {
    if let secret = try read() { return secret }
    return try renew()
  }

  /// Whether there is a secret that ``load()`` returns without making one.
  ///
  /// - Throws: a ``DomainError`` if the file cannot be read.
  public func isThere() throws -> Bool { try read() != nil }

  /// The secret in hexadecimal, as programs send it.
  public func text() throws -> String { Hexadecimal.text(try load()) }

  /// Replaces the secret atomically.
  @discardableResult
  public func renew() throws -> [UInt8] {
    let secret = RandomToken.bytes(SecretFile.count)
    do throws(FileError) {
      try AtomicFile.write(Array((Hexadecimal.text(secret) + "\n").utf8), to: path)
    } catch { throw unusable(error) }
    return secret
  }

  /// A secret that others could read is compromised, so a new one is created.
  private func read() throws -> [UInt8]? {
    let length = 2 * SecretFile.count
    do throws(FileError) {
      guard let text = try PrivateFile.read(path, limit: length), text.count == length else {
        return nil
      }
      return Hexadecimal.bytes(text)
    } catch { throw unusable(error) }
  }

  private func unusable(_ error: FileError) -> DomainError {
    DomainError(
      "secret-unusable",
      "\(path) cannot be used (\(error)). Your data is untouched: "
        + "give yourself the right to it, or delete that file."
    )
  }
}
