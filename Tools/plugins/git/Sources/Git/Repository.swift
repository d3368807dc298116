import Glibc
import TrellisSDK

/// A repository on this machine, which is only read.
///
/// Each call runs git and waits for it.
struct Repository: Sendable {
  /// Its folder, from the root.
  let path: String

  /// Opens the repository in a folder, or around it.
  ///
  /// - Throws: a ``DomainError`` if there is none.
  init(around folder: String) throws {
    let top = try Repository.git(["-C", folder, "rev-parse", "--show-toplevel"], folder)
    path = top.trimmed
  }

  /// The repository of a watch; nil if it is not on this machine.
  init?(_ watch: RepositoryWatch) {
    let path = Repository.expanded(watch.path)
    guard access(path, F_OK) == 0 else { return nil }
    self.path = path
  }

  /// The stored form of the path: `~/` stands for the person's home.
  var kept: String { Repository.kept(path) }

  static func kept(_ path: String) -> String {
    guard let home, path.hasPrefix("\(home)/") else { return path }
    return "~/" + path.dropFirst(home.count + 1)
  }

  static func expanded(_ path: String) -> String {
    guard let home, path.hasPrefix("~/") else { return path }
    return "\(home)/\(path.dropFirst(2))"
  }

  /// The absolute path of a folder, which may be gone.
  static func absolute(_ folder: String) -> String {
    if let real = realpath(expanded(folder), nil) {
      defer { free(real) }
      return String(cString: real)
    }
    guard !folder.hasPrefix("/"), !folder.hasPrefix("~/"), let here = getcwd(nil, 0) else {
      return expanded(folder)
    }
    defer { free(here) }
    return "\(String(cString: here))/\(folder)"
  }

  private static var home: String? {
    guard let home = getenv("HOME").map({ String(cString: $0) }), home.count > 1 else { return nil }
    return home
  }

  // MARK: Reading

  /// The author of commits here; nil if git does not know.
  var author: String? {
    let found = try? Repository.git(["-C", path, "config", "user.email"], path).trimmed
    return found?.isEmpty == false ? found : nil
  }

  /// The folder that changes with every commit.
  var log: String {
    let folder = try? Repository.git(["-C", path, "rev-parse", "--absolute-git-dir"], path).trimmed
    return "\(folder ?? "\(path)/.git")/logs"
  }

  /// The folder that contains a file or folder.
  static func folder(around path: String) -> String {
    String(path.prefix(upTo: path.lastIndex(of: "/") ?? path.endIndex))
  }

  /// Returns when a person wrote the commits of all branches since an instant.
  ///
  /// A commit keeps the instant at which it was written when history is rewritten.
  func commits(of author: String, since: Instant) throws -> [Instant] {
    // A rewritten commit is committed later than it was written, never earlier.
    let words = [
      "-C", path, "log", "--all", "--fixed-strings", "--regexp-ignore-case", "--author=\(author)",
      // Without the sign git takes a small number for a time of today.
      "--since=@\(since.seconds) +0000", "--format=%at",
    ]
    return try Repository.git(words, path).split(separator: "\n").compactMap { line in
      Int64(line).map { Instant(seconds: $0) }
    }
    .filter { $0 >= since }
  }

  /// Runs git without anything that a repository could make it run, or wait for.
  private static func git(_ words: [String], _ folder: String) throws -> String {
    let calm = ["--no-pager", "-c", "core.fsmonitor=false", "-c", "log.showSignature=false"]
    let environment = [
      "GIT_TERMINAL_PROMPT": "0", "GIT_OPTIONAL_LOCKS": "0", "GIT_NO_LAZY_FETCH": "1",
      "LC_ALL": "C",
    ]
    let result: ChildProgram.Result
    do throws(ChildProgram.Failure) {
      result = try ChildProgram.run(["git"] + calm + words, environment: environment)
    } catch { throw Repository.refusal(of: error, folder) }
    guard result.status == 0 else {
      // It prints nothing if a setting does not exist.
      let words = result.output.split(separator: "\n").first.map { " (\($0))" } ?? ""
      throw DomainError("git-failed", "git cannot read \(folder)\(words). Nothing was changed.")
    }
    return result.output
  }

  private static func refusal(of failure: ChildProgram.Failure, _ folder: String) -> DomainError {
    switch failure {
    case .notStarted(ENOENT):
      DomainError(
        "git-missing",
        "git is not installed here. Nothing was changed: install it first."
      )
    case .notStarted(let code):
      DomainError(
        "git-failed",
        "git cannot be started (\(String(cString: strerror(code)))). Nothing was changed."
      )
    case .overdue, .tooMuch:
      DomainError(
        "git-slow",
        "git took too long to read \(folder). Nothing was changed; it is looked at again later."
      )
    }
  }
}
