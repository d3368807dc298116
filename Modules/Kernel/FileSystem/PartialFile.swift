import Glibc

/// Files that are being written, named `NAME.PID.partial` and renamed to `NAME` when complete.
enum PartialFile {
  static func name(of path: String) -> String { "\(path).\(getpid()).partial" }

  /// Removes partial files of `path` whose program no longer runs, or is this one.
  ///
  /// Also removes what SQLite kept beside them, such as `NAME.PID.partial-journal`.
  static func removeLeftovers(of path: String) {
    let parts = PathParts(path)
    for there in (try? FolderListing.names(in: parts.folder)) ?? [] {
      if let process = process(of: there, parts.name), !isRunning(process) {
        unlink("\(parts.folder)/\(there)")
      }
    }
  }

  /// The id in a name of that form; nil for other names.
  private static func process(of there: String, _ name: String) -> pid_t? {
    guard there.hasPrefix(name + ".") else { return nil }
    let parts = there.dropFirst(name.count + 1).split(separator: ".", maxSplits: 1)
    guard parts.count == 2, parts[1] == "partial" || parts[1].hasPrefix("partial-") else {
      return nil
    }
    return pid_t(parts[0])
  }

  private static func isRunning(_ process: pid_t) -> Bool {
    process != getpid() && (kill(process, 0) == 0 || errno == EPERM)
  }
}
