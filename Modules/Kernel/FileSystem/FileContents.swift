import Glibc

/// Reads a file at once.
public enum FileContents {
  /// Why a file was not read.
  public enum Failure: Error, Sendable, Equatable, CustomStringConvertible {
    case system(FileError)
    /// A folder or a device, which may never end.
    case noFile
    /// It is longer than the limit, in bytes.
    case tooLong(limit: Int)

    public var description: String {
      switch self {
      case .system(let error): "\(error)"
      case .noFile: "it is no file"
      case .tooLong(let limit): "it is larger than the \(limit >> 20) MB that are read"
      }
    }
  }

  /// The bytes of a regular file, or what a pipe gives until its end.
  ///
  /// - Parameters:
  ///   - limit: the greatest number of bytes that are read.
  ///   - allowsPipes: whether a pipe may be read, whose writer may keep this process waiting.
  public static func read(
    _ path: String,
    limit: Int = .max,
    allowsPipes: Bool = true
  ) throws(Failure) -> [UInt8] {
    // Opening a pipe waits for its writer.
    let waits = allowsPipes ? 0 : O_NONBLOCK
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | waits)
    guard descriptor >= 0 else { throw .system(FileError(code: errno)) }
    defer { close(descriptor) }
    var status = stat()
    let kinds = allowsPipes ? [S_IFREG, S_IFIFO] : [S_IFREG]
    guard fstat(descriptor, &status) == 0, kinds.contains(status.st_mode & S_IFMT)
    else { throw .noFile }
    guard status.st_size <= limit else { throw .tooLong(limit: limit) }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Int(status.st_size))
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = Glibc.read(descriptor, &piece, piece.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw .system(FileError(code: errno)) }
      if count == 0 { return bytes }
      guard bytes.count + count <= limit else { throw .tooLong(limit: limit) }
      bytes += piece[..<count]
    }
  }
}
