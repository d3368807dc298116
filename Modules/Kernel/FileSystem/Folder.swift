import Glibc

public enum Folder {
  /// Creates a folder and its missing parents, accessible to this user only, unless it exists.
  public static func create(_ path: String) throws(FileError) {
    if mkdir(path, 0o700) == 0 || errno == EEXIST { return }
    let parent = PathParts(path).folder
    guard errno == ENOENT, parent != path else { throw FileError(code: errno) }
    try create(parent)
    guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw FileError(code: errno) }
  }
}
