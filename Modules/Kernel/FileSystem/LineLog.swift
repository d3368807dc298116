import Glibc

/// A file of lines that grows at its end, readable and writable only by the current user.
///
/// Lines are on disk once they were added. A crash may leave an incomplete line at the end: it
/// counts as a line of its own, so that it does not spoil the next one.
public struct LineLog: Sendable {
  private static let end = UInt8(ascii: "\n")

  public let path: String

  public init(_ path: String) { self.path = path }

  /// Adds lines and waits until they are on disk; none may contain a line feed.
  ///
  /// - Throws: a ``FileError`` if they cannot be written; a part of them may have been.
  public func append(_ lines: [[UInt8]]) throws(FileError) {
    let file = open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NOCTTY, 0o600)
    guard file >= 0 else { throw FileError(code: errno) }
    defer { close(file) }
    var bytes = LineLog.isWhole(file) ? [] : [LineLog.end]
    for line in lines { bytes += line + [LineLog.end] }
    try AtomicFile.writeAll(bytes, to: file)
    guard fdatasync(file) == 0 else { throw FileError(code: errno) }
    // Even if the file was there: another program may have made it just now, and have ended before
    // the folder was on disk.
    try DiskFlush.folder(of: path)
  }

  /// Replaces all lines, atomically.
  ///
  /// What somebody else adds meanwhile is lost: the caller keeps others away.
  public func replace(with lines: [[UInt8]]) throws(FileError) {
    try AtomicFile.write(lines.flatMap { $0 + [LineLog.end] }, to: path)
  }

  /// Reads one line after the other, a piece of the file at a time; none if there is no file.
  ///
  /// - Parameter body: called with each line that is not empty; returns false to stop reading.
  public func read(
    _ body: (ArraySlice<UInt8>) -> Bool
  ) throws(FileContents.Failure) {
    let file: FileReader
    do {
      file = try FileReader(path, allowsPipes: false)
    } catch {
      if case .system(let error) = error, error.isMissingFile { return }
      throw error
    }
    var rest: [UInt8] = []
    while true {
      let piece = try file.next()
      guard !piece.isEmpty else { break }
      rest += piece
      guard let last = rest.lastIndex(of: LineLog.end) else { continue }
      for line in rest[..<last].split(separator: LineLog.end) where !body(line) { return }
      rest.removeSubrange(...last)
    }
    if !rest.isEmpty { _ = body(rest[...]) }
  }

  /// Whether the file is empty, or its last line is complete.
  private static func isWhole(_ file: Int32) -> Bool {
    let size = lseek(file, 0, SEEK_END)
    guard size > 0 else { return true }
    var last: UInt8 = 0
    return pread(file, &last, 1, size - 1) == 1 && last == end
  }
}
