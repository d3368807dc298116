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
  /// In the folder itself when that was chosen by `TRELLIS_HOME`, so that several do not meet, else
  /// where the system keeps such things.
  public var daemonSocket: String? {
    let runtime = Home.variable("XDG_RUNTIME_DIR").map { $0 + "/trellis/daemon.sock" }
    let own = path + "/daemon.sock"
    let wished = Home.variable("TRELLIS_HOME") == nil ? runtime ?? own : own
    return wished.utf8.count <= Home.longestSocket ? wished : nil
  }

  /// Bytes of a path that fit into a socket's address with the zero at its end.
  private static let longestSocket = MemoryLayout.size(ofValue: sockaddr_un().sun_path) - 1
}
