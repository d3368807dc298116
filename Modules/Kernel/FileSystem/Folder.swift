import Glibc

/// Makes folders that only the current user can enter.
public enum Folder {
  /// Creates a folder and its missing parents with mode 0700, unless it exists.
  ///
  /// - Throws: a ``FileError``; parents that were created until then stay.
  public static func create(_ path: String) throws(FileError) {
    if mkdir(path, 0o700) == 0 || errno == EEXIST { return }
    let parent = PathParts(path).folder
    guard errno == ENOENT, parent != path else { throw FileError(code: errno) }
    try create(parent)
    guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw FileError(code: errno) }
  }
}
