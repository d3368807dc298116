import AppSupport
import FileSystem
import Glibc

extension Home {
  /// Held by the daemon; contains its record.
  public var daemonLock: String { path + "/daemon.lock" }
  /// The token that admits other programs.
  public var daemonToken: SecretFile { SecretFile(path + "/daemon-token") }
  /// The secret from which the web app's name and the protection of its forms are derived.
  public var daemonSecret: SecretFile { SecretFile(path + "/daemon-secret") }
  /// The browsers that are signed in, as hashes.
  public var browserSessions: String { path + "/daemon-sessions.json" }
  /// The keys with which other pages may show parts of the web app.
  public var embeddingKeys: String { path + "/daemon-embedding.json" }
  /// The token in the address of the calendar that programs subscribe to.
  public var calendarFeed: String { path + "/daemon-calendar.json" }
  /// The output of a daemon in the background, which `trellis daemon start` started.
  public var daemonLog: String { path + "/daemon.log" }

  /// The socket on which other programs of the same user reach the daemon; nil if its path is long.
  ///
  /// In the system's runtime folder for the default folder, in the folder itself for any other, so
  /// that several daemons do not collide. A path that does not fit into a socket address yields
  /// nil.
  public var daemonSocket: String? {
    let own = path + "/daemon.sock"
    let isUsual = (try? Home.usual())?.path == path
    let runtime = Home.variable("XDG_RUNTIME_DIR").map { $0 + "/trellis/daemon.sock" }
    let wished = isUsual ? runtime ?? own : own
    return wished.utf8.count <= UnixSocketAddress.longestPath ? wished : nil
  }

  /// The same folder with an absolute path, for programs with another working directory.
  public var absolute: Home {
    guard !path.hasPrefix("/"), let here = getcwd(nil, 0) else { return self }
    defer { free(here) }
    return Home(path: String(cString: here) + "/" + path)
  }
}
