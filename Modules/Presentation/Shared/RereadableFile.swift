import FileSystem
import Glibc

/// A file that can be read more than once: one that a person named, or the contents of a pipe.
public final class RereadableFile: Sendable {
  public let path: String
  /// The folder of the private copy; nil without one.
  private let folder: String?

  /// Copies everything from a pipe; the copy is removed together with this object.
  ///
  /// - Throws: a `DomainError` as ``UserFile/read(_:)``, or when the copy cannot be written.
  public init(_ path: String) throws {
    guard RereadableFile.isPipe(path) else {
      (self.path, folder) = (path, nil)
      return
    }
    let made = try UserFile.privateFolder()
    (self.path, folder) = ("\(made)/copy", made)
    try RereadableFile.copy(path, to: self.path)
  }

  deinit {
    guard let folder else { return }
    unlink(path)
    rmdir(folder)
  }

  private static func copy(_ pipe: String, to path: String) throws {
    let source = try UserFile.readable(pipe) { () throws(FileContents.Failure) in
      try FileReader(pipe)
    }
    do {
      let copy = try NewFile(path)
      var size = 0
      while true {
        let piece = try UserFile.readable(pipe) { () throws(FileContents.Failure) in
          let piece = try source.next()
          size += piece.count
          guard size <= UserFile.longestFile else { throw .tooLong(limit: UserFile.longestFile) }
          return piece
        }
        if piece.isEmpty { return }
        try copy.write(Array(piece))
      }
    } catch let error as FileError {
      throw UserFile.unwritable(path, error)
    }
  }

  /// Whether the text occurs near the beginning or the end of a regular file.
  public func mentions(_ text: String) -> Bool {
    guard let file = try? FileReader(path, allowsPipes: false) else { return false }
    return [0, file.size - 4096].contains { file.bytes(at: $0, count: 4096).contains(text.utf8) }
  }

  private static func isPipe(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO
  }
}
