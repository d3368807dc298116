import Core
import FileSystem

extension UserFile {
  /// The greatest number of bytes that are read at once, or of a pipe.
  public static let longestFile = 1 << 30

  /// Reads the whole file, or everything from a pipe.
  ///
  /// - Throws: ``Core/DomainError`` with the code `file-unreadable`, also for devices, which may
  ///   never end, and for more than ``longestFile`` bytes.
  public static func read(_ path: String) throws -> [UInt8] {
    try readable(path) { () throws(FileContents.Failure) in
      try FileContents.read(path, limit: longestFile)
    }
  }

  /// Opens a regular file of any length to be read in pieces.
  ///
  /// - Returns: a function that returns the next piece, and an empty one at the end.
  /// - Throws: as ``read(_:)``, when it is opened and with each piece.
  public static func pieces(of path: String) throws -> () throws -> ArraySlice<UInt8> {
    let file = try readable(path) { () throws(FileContents.Failure) in
      try FileReader(path, allowsPipes: false)
    }
    return {
      try readable(path) { () throws(FileContents.Failure) in try file.next() }
    }
  }

  /// Explains in plain words why a file that `body` reads cannot be read.
  public static func readable<T>(
    _ path: String,
    _ body: () throws(FileContents.Failure) -> T
  ) throws -> T {
    do throws(FileContents.Failure) {
      return try body()
    } catch {
      throw DomainError(
        "file-unreadable",
        "\(path) could not be read (\(error)). Nothing was changed."
      )
    }
  }
}
