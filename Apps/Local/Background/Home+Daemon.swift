import Glibc

extension Home {
  /// Held by the daemon, and says where it is.
  public var daemonLock: String { path + "/daemon.lock" }
  /// What other programs send along to be allowed to write.
  public var daemonToken: SecretFile { SecretFile(path + "/daemon-token") }
  /// What the forms of the web app are protected with.
  public var daemonSecret: SecretFile { SecretFile(path + "/daemon-secret") }
  /// What a daemon says that nobody listens to: one that `trellis daemon start` started.
  public var daemonLog: String { path + "/daemon.log" }

  /// Where other programs of the same person reach the daemon; nil when there is no place for it.
  ///
  /// For the usual folder where the system keeps such things, for any other in the folder itself, so
  /// that the daemons of several do not meet.
  public var daemonSocket: String? {
    let own = path + "/daemon.sock"
    let isUsual = (try? Home.usual())?.path == path
    let runtime = Home.variable("XDG_RUNTIME_DIR").map { $0 + "/trellis/daemon.sock" }
    let wished = isUsual ? runtime ?? own : own
    return wished.utf8.count <= Home.longestSocket ? wished : nil
  }

  /// The same folder by a name that means the same to programs that work elsewhere.
  public var absolute: Home {
    guard !path.hasPrefix("/"), let here = getcwd(nil, 0) else { return self }
    defer { free(here) }
    return Home(path: String(cString: here) + "/" + path)
  }

  /// Bytes of a path that fit into a socket's address with the zero at its end.
  private static let longestSocket = MemoryLayout.size(ofValue: sockaddr_un().sun_path) - 1
}
