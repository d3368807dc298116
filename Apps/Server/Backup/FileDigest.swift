import Core
import Crypto
import FileSystem

/// The length and the SHA-256 of a file, and copies of it.
struct FileDigest: Sendable, Equatable {
  let bytes: Int
  /// In hexadecimal.
  let sha256: String

  /// Reads the whole file.
  init(of path: String) throws(FileContents.Failure) {
    self = try FileDigest.read(path) { _ in }
  }

  /// Copies a file to a new one that only this user can read, and that is on disk then.
  ///
  /// - Returns: the digest of the copied bytes.
  /// - Throws: a ``FileError`` if the copy cannot be written, or why the source cannot be read.
  static func copy(_ source: String, to target: String) throws -> FileDigest {
    let file = try NewFile(target)
    var failure: FileError?
    let digest: FileDigest
    do {
      digest = try read(source) { (piece: [UInt8]) throws(FileError) in
        do throws(FileError) { try file.write(piece) } catch {
          failure = error
          throw error
        }
      }
    } catch {
      if let failure { throw failure }
      throw error
    }
    try file.sync()
    return digest
  }

  private init(bytes: Int, sha256: String) { (self.bytes, self.sha256) = (bytes, sha256) }

  private static func read(
    _ path: String,
    _ take: ([UInt8]) throws(FileError) -> Void
  ) throws(FileContents.Failure) -> FileDigest {
    let reader = try FileReader(path, allowsPipes: false)
    var hash = SHA256()
    var count = 0
    while true {
      let piece = try reader.next()
      if piece.isEmpty { break }
      do throws(FileError) {
        try take(Array(piece))
      } catch { throw .system(error) }
      piece.withUnsafeBytes { hash.update(bufferPointer: $0) }
      count += piece.count
    }
    return FileDigest(bytes: count, sha256: Hexadecimal.text(hash.finalize()))
  }
}
