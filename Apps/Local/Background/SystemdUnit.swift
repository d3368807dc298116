import Core
import FileSystem
import Glibc
import Loop

/// The unit with which systemd starts trellisd whenever the person logs in.
///
/// It uses only the restrictions that a user's own systemd can impose without privileges: seccomp
/// filters. Those that need a mount namespace fail or, with a user namespace, remove the identity
/// that the session bus requires.
public struct SystemdUnit: Sendable {
  public static let name = "trellisd.service"

  private let home: Home

  public init(_ home: Home) { self.home = home }

  /// The path in the folder of a user's own units (systemd.unit(5)).
  public var path: String {
    let folder = Home.variable("XDG_CONFIG_HOME") ?? (Home.variable("HOME") ?? "") + "/.config"
    return "\(folder)/systemd/user/\(SystemdUnit.name)"
  }

  /// The unit for this folder.
  ///
  /// - Throws: a ``DomainError`` when trellisd is not installed.
  public func text(port: Int) throws -> String {
    let program = try DetachedProgram.find()
    return """
      # Written by: trellisd install. To be rid of it: trellisd uninstall
      [Unit]
      Description=Trellis: reminders and the web app on 127.0.0.1
      Documentation=man:trellisd(1)
      After=dbus.socket
      StartLimitIntervalSec=60
      StartLimitBurst=5

      [Service]
      Type=notify
      ExecStart=\(quoted(program)) run --port \(port)
      ExecReload=/bin/kill -HUP $MAINPID
      Environment=\(quoted("TRELLIS_HOME=\(home.path)"))
      Environment=SWIFT_BACKTRACE=enable=no
      Restart=on-failure
      RestartSec=2
      TimeoutStopSec=10
      UMask=0077
      MemoryHigh=256M
      NoNewPrivileges=yes
      SystemCallArchitectures=native
      SystemCallFilter=@system-service
      SystemCallErrorNumber=EPERM
      RestrictAddressFamilies=AF_UNIX AF_INET AF_INET6
      RestrictNamespaces=yes
      RestrictRealtime=yes
      RestrictSUIDSGID=yes
      LockPersonality=yes
      MemoryDenyWriteExecute=yes

      [Install]
      WantedBy=default.target

      """
  }

  /// Whether a unit for this folder is installed.
  public var isInstalled: Bool {
    SystemdUnit.content(of: path)?.contains("\n\(line)\n") == true
  }

  private var line: String { "Environment=\(quoted("TRELLIS_HOME=\(home.path)"))" }

  /// Quotes a value as systemd.syntax(7) and systemd.service(5) require.
  private func quoted(_ text: String) -> String {
    let escaped = text.flatMap { character -> String in
      switch character {
      case "\\": "\\\\"
      case "\"": "\\\""
      case "%": "%%"
      case "$": "$$"
      default: String(character)
      }
    }
    return "\"\(String(escaped))\""
  }

  // MARK: Installing

  /// Writes the unit and has systemd start it, now and at every login.
  ///
  /// - Returns: what happened, as a message for a person.
  /// - Throws: a ``DomainError`` when the unit cannot be written.
  public func install(port: Int) async throws -> String {
    try write(try text(port: port))
    let isThere = await systemctl("daemon-reload")
    guard isThere else {
      return
        "Wrote \(path). There is no systemd for your session here to start it; until there is, "
        + "use: trellis daemon start"
    }
    guard await systemctl("enable", SystemdUnit.name) else {
      return "Wrote \(path), but systemd did not take it; it says why with: "
        + "systemctl --user status \(SystemdUnit.name)"
    }
    guard !DaemonLock.isHeld(of: home) else {
      return "Trellis starts with your next session. One runs already and goes on until then."
    }
    guard await systemctl("restart", SystemdUnit.name) else {
      return "Trellis is installed, but it did not start; it says why with: "
        + "journalctl --user -u \(SystemdUnit.name)"
    }
    let place = DaemonLock.holder(of: home)?.address.map { " It is at \($0)" } ?? ""
    return "Trellis is awake, now and with each of your sessions.\(place)"
  }

  /// Removes the unit; data stays.
  ///
  /// - Returns: what happened, as a message for a person.
  public func uninstall() async throws -> String {
    guard access(path, F_OK) == 0 else {
      return "There is nothing to take away: \(path) is not there. Your data stays as it is."
    }
    _ = await systemctl("disable", "--now", SystemdUnit.name)
    guard unlink(path) == 0 || errno == ENOENT else { throw unwritable(FileError(code: errno)) }
    _ = await systemctl("daemon-reload")
    return "Trellis does not start by itself any more. Your data stays in \(home.path)."
  }

  func start() async throws {
    guard await systemctl("start", SystemdUnit.name) else {
      throw DomainError(
        "daemon-ended",
        "systemd could not start trellisd; it says why with: "
          + "journalctl --user -u \(SystemdUnit.name)"
      )
    }
  }

  private func systemctl(_ arguments: String...) async -> Bool {
    let exit = try? await Program.run("systemctl", ["--user", "--quiet"] + arguments)
    return exit?.isSuccess == true
  }

  private func write(_ text: String) throws {
    let folder = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
    try Home(path: folder).createFolder()
    do throws(FileError) {
      try AtomicFile.write(Array(text.utf8), to: path)
    } catch { throw unwritable(error) }
  }

  private static func content(of path: String) -> String? {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: 16 << 10)
    let count = read(file, &bytes, bytes.count)
    return count >= 0 ? String(decoding: bytes[..<count], as: UTF8.self) : nil
  }

  private func unwritable(_ error: FileError) -> DomainError {
    DomainError(
      "unit-unwritable",
      "\(path) cannot be written (\(error)). Nothing was changed."
    )
  }
}
