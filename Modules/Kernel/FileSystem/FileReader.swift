import Glibc

/// Reads a regular file, or a pipe, a piece at a time.
public final class FileReader {
  private static let pieceSize = 1 << 16

  /// The number of bytes of a regular file when it was opened; 0 for a pipe.
  public let size: Int
  private let descriptor: Int32
  private var piece = [UInt8](repeating: 0, count: FileReader.pieceSize)

  /// - Parameter allowsPipes: whether to open a pipe, whose writer may keep this process waiting.
  public init(_ path: String, allowsPipes: Bool = true) throws(FileContents.Failure) {
    // Opening a pipe waits for its writer.
    let waits = allowsPipes ? 0 : O_NONBLOCK
    descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | waits)
    guard descriptor >= 0 else { throw .system(FileError(code: errno)) }
    var status = stat()
    let isKnown = fstat(descriptor, &status) == 0
    let kind = status.st_mode & S_IFMT
    guard isKnown, kind == S_IFREG || (allowsPipes && kind == S_IFIFO) else {
      close(descriptor)
      throw .noFile
    }
    size = kind == S_IFREG ? Int(status.st_size) : 0
  }

  deinit { close(descriptor) }

  /// The next bytes; empty at the end.
  public func next() throws(FileContents.Failure) -> ArraySlice<UInt8> {
    while true {
      let count = read(descriptor, &piece, piece.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw .system(FileError(code: errno)) }
      return piece[..<count]
    }
  }

  /// The bytes at an offset of a regular file; fewer at its end, and none if they cannot be read.
  public func bytes(at place: Int, count: Int) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    let found = pread(descriptor, &bytes, count, off_t(max(0, place)))
    return Array(bytes.prefix(max(0, found)))
  }
}
