import Glibc

/// The place of a file that the user named for output.
///
/// Only regular files are ever replaced. A pipe or a terminal is written to, and everything else is
/// refused, since it would be destroyed or could not hold a file.
public enum OutputPlace: Sendable, Equatable {
  /// Nothing is at this path yet.
  case new(path: String)
  /// A regular file is at this path; symbolic links to it have been followed.
  case file(path: String)
  /// A pipe, a terminal or another device that takes bytes one after the other.
  case stream(path: String)
  /// Something that cannot be written to.
  case refused(Reason)

  /// Why a place is refused.
  public enum Reason: Sendable, Equatable {
    case folder
    case disk
    case socket
    /// A symbolic link to a file that does not exist.
    case danglingLink
    /// A pipe of another user, who would read what is written.
    case foreignPipe
    /// A link that another user has put into a folder that everybody can write to, such as `/tmp`.
    case foreignLink
    /// It cannot be examined, by this value of `errno`.
    case unreachable(Int32)
  }

  /// Examines the path.
  public init(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else {
      let code = errno
      self = OutputPlace.missing(path, code)
      return
    }
    guard !OutputPlace.isForeignLink(path) else {
      self = .refused(.foreignLink)
      return
    }
    switch status.st_mode & S_IFMT {
    case S_IFREG: self = OutputPlace.existing(path)
    case S_IFIFO where OutputPlace.isForeign(status) && !OutputPlace.isOfProcess(path):
      self = .refused(.foreignPipe)
    case S_IFIFO, S_IFCHR: self = .stream(path: path)
    case S_IFDIR: self = .refused(.folder)
    case S_IFSOCK: self = .refused(.socket)
    default: self = .refused(.disk)
    }
  }

  /// Whether it belongs to another user; root may read everything anyway.
  private static func isForeign(_ status: stat) -> Bool {
    status.st_uid != geteuid() && status.st_uid != 0
  }

  /// Whether the path leads to an open file of a process, such as `/dev/stdout`.
  private static func isOfProcess(_ path: String) -> Bool {
    path.hasPrefix("/dev/") || path.hasPrefix("/proc/")
  }

  /// Whether the last part of the path is a link of another user in a shared folder.
  ///
  /// Systems with `fs.protected_symlinks` do not follow such links either (proc_sys_fs(5)).
  private static func isForeignLink(_ path: String) -> Bool {
    var link = stat()
    var folder = stat()
    guard lstat(path, &link) == 0, link.st_mode & S_IFMT == S_IFLNK, isForeign(link),
      stat(PathParts(path).folder, &folder) == 0
    else { return false }
    return folder.st_mode & S_ISVTX != 0 && folder.st_mode & S_IWOTH != 0
      && folder.st_uid != link.st_uid
  }

  private static func missing(_ path: String, _ code: Int32) -> OutputPlace {
    guard code == ENOENT else { return .refused(.unreachable(code)) }
    var link = stat()
    return lstat(path, &link) == 0 ? .refused(.danglingLink) : .new(path: path)
  }

  private static func existing(_ path: String) -> OutputPlace {
    // An open file of a process: its name may be gone, or belong to another file now.
    if isOfProcess(path) { return .stream(path: path) }
    guard let real = realpath(path, nil) else { return .refused(.unreachable(errno)) }
    defer { free(real) }
    return .file(path: String(cString: real))
  }

  /// Writes bytes to a stream, and waits for a reader of a pipe.
  public static func write(_ bytes: [UInt8], toStream path: String) throws(FileError) {
    let stream = try opened(path, O_WRONLY | O_NOCTTY)
    defer { close(stream) }
    try AtomicFile.writeAll(bytes, to: stream)
  }

  /// Writes the contents of a file to a stream, a piece at a time.
  public static func copy(_ file: String, toStream path: String) throws(FileError) {
    let source = try opened(file, O_RDONLY)
    defer { close(source) }
    let stream = try opened(path, O_WRONLY | O_NOCTTY)
    defer { close(stream) }
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(source, &piece, piece.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw FileError(code: errno) }
      if count == 0 { return }
      try AtomicFile.writeAll(Array(piece[..<count]), to: stream)
    }
  }

  private static func opened(_ path: String, _ flags: Int32) throws(FileError) -> Int32 {
    let descriptor = open(path, flags | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileError(code: errno) }
    return descriptor
  }
}
