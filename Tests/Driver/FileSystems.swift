import ChildProcesses

/// What this machine allows of file systems.
public enum FileSystems {
  /// Whether a process may mount some of its own.
  public static let canBeMounted: Bool = {
    let mounting = ["-c", "unshare -m mount -t tmpfs none /mnt 2>/dev/null"]
    return (try? ChildProcess(ChildProcess.Plan("/bin/sh", mounting)))?.wait().status == 0
  }()
}
