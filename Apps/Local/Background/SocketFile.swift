import Core
import FileSystem
import Glibc

/// The file of a Unix socket that a daemon listens on.
public struct SocketFile: Sendable {
  public let path: String

  public init(_ path: String) { self.path = path }

  /// Creates the folder, and removes a socket that a killed daemon left behind.
  ///
  /// - Throws: a ``DomainError`` when another kind of file has this name, or a program listens
  ///   there.
  public func prepare() throws {
    try Home(path: PathParts(path).folder).createFolder()
    guard exists else { return }
    guard isSocket else {
      throw DomainError(
        "socket-is-file",
        "\(path) is a file and not a socket; it stays as it is. Nothing was started: give another "
          + "name with  trellisd --socket PATH"
      )
    }
    guard !isInUse else {
      throw DomainError(
        "socket-in-use",
        "Another program listens at \(path). Nothing was started: give another name with  trellisd "
          + "--socket PATH"
      )
    }
    unlink(path)
  }

  /// Removes the socket; any other file of its name stays.
  public func remove() {
    if isSocket { unlink(path) }
  }

  private var status: stat? {
    var status = stat()
    return lstat(path, &status) == 0 ? status : nil
  }

  private var exists: Bool { status != nil }

  private var isSocket: Bool { status.map { $0.st_mode & S_IFMT == S_IFSOCK } ?? false }

  /// Whether a program accepts connections, or would if it had the time.
  private var isInUse: Bool {
    guard let address = UnixSocketAddress(path: path) else { return false }
    let file = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0)
    guard file >= 0 else { return false }
    defer { close(file) }
    let code = address.withPointer { connect(file, $0, $1) }
    return code == 0 || errno == EAGAIN
  }
}
