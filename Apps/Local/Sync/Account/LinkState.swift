import Core
import Glibc

/// The versions of the files that say which account a home is synchronized with.
///
/// A difference means that the person has signed in or out, has added a key, or goes on without
/// one.
public struct LinkState: Sendable, Equatable {
  fileprivate struct Version: Equatable {
    let file: UInt
    let changed: Int
    let nanoseconds: Int
  }

  /// Whether the home has an account.
  public let isLinked: Bool
  private let versions: [Version?]

  public init(_ home: Home) {
    versions = home.sync.deciding.map(Version.init)
    isLinked = versions.first.map { $0 != nil } ?? false
  }
}

extension LinkState.Version {
  /// Nil if there is no such file.
  fileprivate init?(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    file = UInt(status.st_ino)
    changed = status.st_mtim.tv_sec
    nanoseconds = status.st_mtim.tv_nsec
  }
}
