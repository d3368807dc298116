import Core
import FileSystem
import Glibc

/// The program of a hook as a person names it.
public enum HookProgram {
  /// The absolute path of a program, which is resolved now.
  ///
  /// The daemon has another `PATH` and another working directory.
  ///
  /// - Throws: a ``DomainError`` if it is not a program.
  public static func path(of name: String) throws -> String {
    if name.contains("/") { return try checked(absolute(name), name) }
    let folders = (Home.variable("PATH") ?? "/usr/bin:/bin").split(separator: ":").map(String.init)
    for folder in folders where folder.hasPrefix("/") && isProgram("\(folder)/\(name)") {
      return "\(folder)/\(name)"
    }
    let here = access(name, F_OK) == 0 ? " There is one in this folder: ./\(name)" : ""
    throw DomainError(
      "no-such-program",
      "There is no program “\(name)” in your PATH, so nothing was changed.\(here)"
    )
  }

  private static func absolute(_ name: String) -> String {
    guard !name.hasPrefix("/"), let here = getcwd(nil, 0) else { return name }
    defer { free(here) }
    return String(cString: here) + "/" + name
  }

  private static func checked(_ path: String, _ name: String) throws -> String {
    if isProgram(path) { return path }
    throw access(path, F_OK) == 0
      ? DomainError(
        "not-a-program",
        "\(name) cannot be run as a program, so nothing was changed. To make it one, type: "
          + "chmod +x \(name)"
      )
      : DomainError("no-such-program", "There is no \(name), so nothing was changed.")
  }

  private static func isProgram(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && access(path, X_OK) == 0
  }
}
