import Core
import FileSystem
import Glibc
import Loop

/// The systemd units that hold the port and start trellisd whenever the person logs in.
///
/// The socket is a separate unit, so that the port belongs to the person from login on, and also
/// while the service restarts: nobody else can answer there under the app's name.
///
/// The service uses only the restrictions that a user's own systemd can impose without privileges:
/// seccomp filters. Those that need a mount namespace fail or, with a user namespace, remove the
/// identity that the session bus requires.
public struct SystemdUnit: Sendable {
  public static let name = "trellisd.service"
  public static let socketName = "trellisd.socket"

  private let home: Home

  public init(_ home: Home) { self.home = home }

  /// The folder of a user's own units (systemd.unit(5)).
  private var folder: String {
    let folder = Home.variable("XDG_CONFIG_HOME") ?? (Home.variable("HOME") ?? "") + "/.config"
    return "\(folder)/systemd/user"
  }

  /// The path of the service.
  public var path: String { "\(folder)/\(SystemdUnit.name)" }

  private var socketPath: String { "\(folder)/\(SystemdUnit.socketName)" }

  /// Whether systemd starts trellisd for this folder, by the person's own unit or a package's.
  public var isInstalled: Bool {
    guard let own = SystemdUnit.content(of: path) else { return isEnabledFromPackage }
    return own.contains("\n\(SystemdUnitTexts.homeLine(home))\n")
  }

  /// Whether the person's own unit starts trellisd for another folder; there is one unit only.
  private var isOfAnotherFolder: Bool {
    guard let own = SystemdUnit.content(of: path) else { return false }
    return own.contains("TRELLIS_HOME=") && !isInstalled
  }

  /// Whether the person has enabled a package's unit, which is only for the default folder.
  private var isEnabledFromPackage: Bool {
    (try? Home.usual())?.path == home.path
      && access("\(folder)/default.target.wants/\(SystemdUnit.name)", F_OK) == 0
  }

  /// The units for this folder, as `install` would write them.
  ///
  /// - Throws: a ``DomainError`` when trellisd is not installed.
  public func text(port: Int) throws -> String {
    let texts = SystemdUnitTexts(home: home, port: port)
    return try texts.service() + "\n" + texts.socket
  }

  // MARK: Installing

  /// Writes the units and has systemd start them, now and at every login.
  ///
  /// - Returns: what happened, as a message for a person.
  /// - Throws: a ``DomainError`` when a unit cannot be written.
  public func install(port: Int) async throws -> String {
    let isReplacing = isOfAnotherFolder
    let texts = SystemdUnitTexts(home: home, port: port)
    try write(try texts.service(), to: path)
    try write(texts.socket, to: socketPath)
    let outcome = await activate(port: port)
    guard isReplacing else { return outcome }
    return outcome + " It was installed for another folder before, for which it does not start by "
      + "itself any more."
  }

  /// Has systemd start what was written, and returns what came of it.
  private func activate(port: Int) async -> String {
    let isThere = await systemctl("daemon-reload")
    guard isThere else {
      return "Wrote \(path). There is no systemd for your session here to start it; until there "
        + "is, use: trellis daemon start"
    }
    guard await systemctl("enable", SystemdUnit.socketName, SystemdUnit.name) else {
      return "Wrote \(path), but systemd did not accept it. To see why, type: "
        + "systemctl --user status \(SystemdUnit.name)"
    }
    guard !DaemonLock.isHeld(of: home) else {
      return "Trellis starts with your next session. One runs already and goes on until then."
    }
    guard await systemctl("restart", SystemdUnit.socketName) else {
      return
        "Trellis is installed, but port \(port) is not available, for instance because another "
        + "program listens there. To see why, type: systemctl --user status "
        + "\(SystemdUnit.socketName)"
    }
    guard await systemctl("restart", SystemdUnit.name) else {
      return "Trellis is installed, but it did not start. To see why, type: "
        + "journalctl --user -u \(SystemdUnit.name)"
    }
    let place = DaemonLock.holder(of: home)?.address.map { " It is at \($0)" } ?? ""
    return "Trellis is awake, now and whenever you log in.\(place)"
  }

  /// Removes the units; data stays.
  ///
  /// - Returns: what happened, as a message for a person.
  /// - Throws: a ``DomainError`` when they are another folder's, or cannot be removed.
  public func uninstall() async throws -> String {
    guard !isOfAnotherFolder else {
      throw DomainError(
        "unit-of-another-folder",
        "trellisd is installed for another folder, and not for \(home.path). Nothing was changed: "
          + "name that folder with --home; it is in \(path)."
      )
    }
    guard access(path, F_OK) == 0 || isEnabledFromPackage else {
      return "There is nothing to take away: \(path) is not there. Your data stays as it is."
    }
    _ = await systemctl("disable", "--now", SystemdUnit.socketName, SystemdUnit.name)
    for path in [socketPath, path] {
      guard unlink(path) == 0 || errno == ENOENT else {
        throw unwritable(path, FileError(code: errno))
      }
    }
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

  /// Stops the service, and releases the port.
  ///
  /// Otherwise the next connection, such as that of an open page, would restart the service.
  func stop() async {
    _ = await systemctl("stop", SystemdUnit.socketName, SystemdUnit.name)
  }

  private func systemctl(_ arguments: String...) async -> Bool {
    let plan = LoopProcess.Plan(
      "systemctl",
      ["--user", "--quiet"] + arguments,
      output: .discarded,
      errors: .discarded
    )
    return (try? await LoopProcess.run(plan))?.exit.isSuccess == true
  }

  private func write(_ text: String, to path: String) throws {
    try Home(path: folder).createFolder()
    do throws(FileError) {
      try AtomicFile.write(Array(text.utf8), to: path)
    } catch { throw unwritable(path, error) }
  }

  private static func content(of path: String) -> String? {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: 16 << 10)
    let count = read(file, &bytes, bytes.count)
    return count >= 0 ? String(decoding: bytes[..<count], as: UTF8.self) : nil
  }

  private func unwritable(_ path: String, _ error: FileError) -> DomainError {
    DomainError(
      "unit-unwritable",
      "\(path) cannot be written (\(error)). Nothing was changed."
    )
  }
}
