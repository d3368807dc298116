/// Reads a file at once.
public enum FileContents {
  /// Why a file was not read.
  public enum Failure: Error, Sendable, Equatable, CustomStringConvertible {
    case system(FileError)
    /// A folder, or a device, which may never end.
    case noFile
    /// It is longer than the limit, in bytes.
    case tooLong(limit: Int)

    public var description: String {
      switch self {
      case .system(let error): "\(error)"
      case .noFile: "it is not a file"
      case .tooLong(let limit): "it is larger than the \(ByteCount(limit).words) that are read"
      }
    }
  }

  /// The bytes of a regular file, or everything that can be read from a pipe.
  ///
  /// - Parameters:
  ///   - limit: the greatest number of bytes that are read.
  ///   - allowsPipes: whether to read a pipe, whose writer may keep this process waiting.
  public static func read(
    _ path: String,
    limit: Int = .max,
    allowsPipes: Bool = true
  ) throws(Failure) -> [UInt8] {
    let file = try FileReader(path, allowsPipes: allowsPipes)
    guard file.size <= limit else { throw .tooLong(limit: limit) }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(file.size)
    while true {
      let piece = try file.next()
      if piece.isEmpty { return bytes }
      guard bytes.count + piece.count <= limit else { throw .tooLong(limit: limit) }
      bytes += piece
    }
  }
}
