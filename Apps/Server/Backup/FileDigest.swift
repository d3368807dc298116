import Core
import Crypto
import FileSystem

/// The length and the SHA-256 of a file, and copies of it.
struct FileDigest: Sendable, Equatable {
  let bytes: Int
  /// In hexadecimal.
  let sha256: String

  /// Reads the whole file.
  ///
  /// - Throws: a `FileContents.Failure`.
  init(of path: String) throws {
    self = try FileDigest.read(path) { _ in }
  }

  /// Copies a file to a new one that only this user can read, and that is on disk then.
  ///
  /// - Returns: the digest of the copied bytes.
  /// - Throws: a ``FileError`` if the copy cannot be written, or why the source cannot be read.
  static func copy(_ source: String, to target: String) throws -> FileDigest {
    let file = try NewFile(target)
    let digest = try read(source) { piece in try file.write(piece) }
    try file.sync()
    return digest
  }

  private init(bytes: Int, sha256: String) { (self.bytes, self.sha256) = (bytes, sha256) }

  private static func read(
    _ path: String,
    _ take: ([UInt8]) throws -> Void
  ) throws -> FileDigest {
    let reader = try FileReader(path, allowsPipes: false)
    var hash = SHA256()
    var count = 0
    while true {
      let piece = try reader.next()
      if piece.isEmpty { break }
      try take(Array(piece))
      piece.withUnsafeBytes { hash.update(bufferPointer: $0) }
      count += piece.count
    }
    return FileDigest(bytes: count, sha256: Hexadecimal.text(hash.finalize()))
  }
}
