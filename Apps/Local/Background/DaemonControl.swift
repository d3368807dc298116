import Core
import FileSystem
import Glibc
import Loop
import Presentation

/// Controls a folder's daemon from outside, for `trellis daemon` and `trellisd`.
public struct DaemonControl: Sendable {
  private static let pause: Duration = .milliseconds(20)
  /// The maximum number of checks for the effect of a control request.
  private static let looks = 500

  public let home: Home

  public init(_ home: Home) { self.home = home }

  public func status() -> DaemonStatus { DaemonStatus(DaemonLock.holder(of: home), home) }

  // MARK: Stopping

  /// Stops the daemon and waits until it has exited.
  ///
  /// - Throws: a ``DomainError`` when none runs, or it does not exit.
  public func stop() async throws -> DaemonStatus {
    guard DaemonLock.holder(of: home) != nil else { throw notRunning }
    if SystemdUnit(home).isInstalled { await SystemdUnit(home).stop() }
    guard let record = DaemonLock.holder(of: home) else { return DaemonStatus(nil, home) }
    // While the lock is held, the process identifier is that of its holder.
    guard kill(record.pid, SIGTERM) == 0 || errno == ESRCH else {
      throw DomainError(
        "daemon-not-yours",
        "trellisd (process \(record.pid)) belongs to another user of this machine and goes on."
      )
    }
    for _ in 0..<DaemonControl.looks where DaemonLock.isHeld(of: home) {
      try await Task.sleep(for: DaemonControl.pause)
    }
    guard !DaemonLock.isHeld(of: home) else {
      throw DomainError(
        "daemon-busy",
        "trellisd (process \(record.pid)) was asked to end but has not yet. Nothing is lost: look "
          + "again in a moment with  trellis daemon status"
      )
    }
    return DaemonStatus(nil, home)
  }

  var notRunning: DomainError {
    DomainError(
      "daemon-not-running",
      "trellisd does not run for \(home.path). Start it with: trellis daemon start"
    )
  }

  /// Reloads everything in the daemon, if one runs.
  public func reload() {
    if let record = DaemonLock.holder(of: home) { kill(record.pid, SIGHUP) }
  }

  // MARK: Starting

  /// Starts the daemon in the background and waits until it serves.
  ///
  /// - Parameter isSafe: whether it leaves all plugins out; systemd would start it with them.
  /// - Throws: a ``DomainError`` with the daemon's own message when it does not start, or if it runs
  ///   already, at another port than the wanted one or perhaps with plugins.
  public func start(port: Int?, isSafe: Bool) async throws -> DaemonStatus {
    let before = status()
    if before.running {
      try check(port, of: before)
      guard !isSafe else { throw mayHavePlugins }
      return before
    }
    try home.create()
    if port == nil, !isSafe, SystemdUnit(home).isInstalled {
      try await SystemdUnit(home).start()
      return try await served(by: nil)
    }
    let end = DiskSpace.size(of: home.daemonLog)
    let arguments =
      ["run", "--home", home.path] + (port.map { ["--port", "\($0)"] } ?? [])
      + (isSafe ? ["--safe"] : [])
    let daemon = try DetachedProgram.daemon()
    let program = try DetachedProgram(daemon, arguments, output: home.daemonLog)
    return try await served(by: program, logFrom: end)
  }

  private var mayHavePlugins: DomainError {
    DomainError(
      "daemon-may-have-plugins",
      "trellisd runs already, perhaps with plugins. Nothing was changed: to have it without them, end "
        + "it with  trellis daemon stop  and start it again."
    )
  }

  /// - Parameter port: the one that is wanted; nil or 0 for any.
  private func check(_ port: Int?, of running: DaemonStatus) throws {
    guard let port, port != 0, let address = running.address else { return }
    let place = address.hasSuffix("/") ? String(address.dropLast()) : address
    guard !place.hasSuffix(":\(port)") else { return }
    throw DomainError(
      "daemon-runs-elsewhere",
      "trellisd runs already, at \(address). Nothing was changed: to have it at port \(port), end it with  "
        + "trellis daemon stop  and start it again."
    )
  }

  private func served(by program: DetachedProgram?, logFrom: Int = 0) async throws -> DaemonStatus {
    for _ in 0..<DaemonControl.looks {
      let now = status()
      if now.running, now.address != nil { return now }
      if let program, program.hasEnded {
        let words = DaemonControl.text(of: home.daemonLog, from: logFrom)
        throw DomainError(
          "daemon-ended",
          words.isEmpty ? "trellisd ended at once; see \(home.daemonLog). Nothing is lost." : words
        )
      }
      try await Task.sleep(for: DaemonControl.pause)
    }
    throw DomainError(
      "daemon-slow",
      "trellisd was started but does not answer yet. Look again in a moment with  trellis daemon "
        + "status ; what it says is in \(home.daemonLog)"
    )
  }

  /// The text written to the file since `offset`, as one line.
  private static func text(of path: String, from offset: Int) -> String {
    let file = Glibc.open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return "" }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = pread(file, &bytes, bytes.count, offset)
    guard count > 0 else { return "" }
    return String(decoding: bytes[..<count], as: UTF8.self).split(whereSeparator: \.isWhitespace)
      .joined(separator: " ")
  }
}

/// Whether a daemon runs, where, and how notices are delivered: `trellis daemon status`.
public struct DaemonStatus: Encodable, Sendable {
  public let running: Bool
  public let home: String
  public let pid: Int32?
  public let version: String?
  public let product: String?
  public let startedAt: String?
  public let address: String?
  public let socket: String?
  public let notices: DaemonRecord.Notices?

  init(_ record: DaemonRecord?, _ home: Home) {
    running = record != nil
    self.home = record?.home ?? home.path
    pid = record?.pid
    version = record?.version
    product = record?.product
    startedAt = record?.startedAt
    address = record?.address
    socket = record?.socket
    notices = record?.notices
  }

  /// Encodes every key, including those without a value.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(running, forKey: .running)
    try container.encode(home, forKey: .home)
    try container.encode(pid, forKey: .pid)
    try container.encode(version, forKey: .version)
    try container.encode(product, forKey: .product)
    try container.encode(startedAt, forKey: .startedAt)
    try container.encode(address, forKey: .address)
    try container.encode(socket, forKey: .socket)
    try container.encode(notices, forKey: .notices)
  }

  private enum Key: String, CodingKey {
    case running, home, pid, version, product, startedAt, address, socket, notices
  }

  /// The status as text for a person.
  public var words: String {
    guard running, let pid else {
      return "trellisd does not run for \(home). Start it with: trellis daemon start"
    }
    let place = address.map { "at \($0)" } ?? "not listening yet"
    return
      "trellisd runs (process \(pid)) as \(product ?? "") for \(home), \(place). \(noticeWords)"
  }

  private var noticeWords: String {
    switch notices {
    case .desktop: "Notices appear on your desktop."
    case .inbox:
      "It found no desktop that shows notices, so they wait in “trellis inbox”."
    case .some(.none), nil: "This product gives no notices."
    }
  }
}
