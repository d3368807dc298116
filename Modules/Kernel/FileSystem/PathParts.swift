/// The folder and the name that make up the path of a file.
public struct PathParts: Sendable, Equatable {
  /// The path of the folder, without a slash at its end; `.` for a path without a folder.
  public let folder: String
  /// What follows the last slash.
  public let name: String

  /// Splits the path at its last slash.
  public init(_ path: String) {
    // By bytes, as the system does: a combining mark after the slash would hide it otherwise.
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else {
      (folder, name) = (".", path)
      return
    }
    folder = slash == path.startIndex ? "/" : String(path[..<slash])
    name = String(path[path.utf8.index(after: slash)...])
  }
}
