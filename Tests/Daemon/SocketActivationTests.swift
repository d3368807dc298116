import Driver
import Foundation
import Testing

/// The sockets that systemd opens for the daemon.
@Suite struct SocketActivationTests {
  /// Opens a socket as systemd does, says its port, and becomes the daemon.
  ///
  /// - Parameters:
  ///   - address: the address that it listens at.
  ///   - process: the process that it is meant for, in Python.
  private func activation(
    _ address: String = "127.0.0.1",
    for process: String = "os.getpid()"
  ) -> String {
    """
    import fcntl, os, socket, sys
    web = socket.create_server(("\(address)", 0))
    print("held:", web.getsockname()[1], file=sys.stderr, flush=True)
    os.dup2(fcntl.fcntl(web.fileno(), fcntl.F_DUPFD, 100), 3)
    os.environ.update(LISTEN_PID=str(\(process)), LISTEN_FDS="1")
    os.execv(sys.argv[1], sys.argv[1:])
    """
  }

  private func held(_ daemon: DaemonProcess) throws -> UInt16 {
    try eventually("no socket was opened: \(daemon.words)") {
      daemon.words.firstMatch(of: #/held: (\d+)\n/#).flatMap { UInt16($0.1) }
    }
  }

  @Test func `the port that systemd holds is served, and kept when the daemon starts anew`() throws
  {
    let daemon = try DaemonProcess(try Person(), ["--port", "1"], by: activation())
    let port = try held(daemon)
    #expect(try daemon.port() == port)
    #expect(try daemon.get("/api/v1/today").readAll().hasPrefix("HTTP/1.1 200"))
    daemon.signal(SIGHUP)
    _ = try eventually("it did not open anew: \(daemon.words)") {
      daemon.words.components(separatedBy: "is at http://trellis-").count > 2 ? true : nil
    }
    // There is no moment in which nobody listens, so that this needs no second attempt.
    #expect(try daemon.get("/api/v1/today").readAll().hasPrefix("HTTP/1.1 200"))
    daemon.signal(SIGTERM)
    #expect(daemon.end() == 0)
  }

  @Test func `sockets that are meant for another process are left alone`() throws {
    let daemon = try DaemonProcess(try Person(), by: activation(for: "os.getppid()"))
    #expect(try daemon.port() != held(daemon))
  }

  @Test func `a socket that other machines can reach is refused`() throws {
    let daemon = try DaemonProcess(try Person(), by: activation("0.0.0.0"))
    _ = try eventually("it is not refused: \(daemon.words)") {
      daemon.words.asOneLine.contains("for this machine only") ? true : nil
    }
    #expect(daemon.end() == 1)
  }

  @Test func `the port and the daemon are started and stopped together`() throws {
    let person = try Person()
    let systemctl = try SystemctlStandIn(in: person.home)
    let environment = systemctl.environment
    #expect(try DaemonProcess(person, ["install"], environment).end() == 0)
    #expect(
      try systemctl.asked() == [
        "daemon-reload", "enable trellisd.socket trellisd.service", "restart trellisd.socket",
        "restart trellisd.service",
      ]
    )
    let daemon = try DaemonProcess(person)
    _ = try daemon.status()
    #expect(
      try person.ask("daemon", "stop", environment: environment).flag("running") == false
    )
    #expect(daemon.end() == 0)
    #expect(try systemctl.asked() == ["stop trellisd.socket trellisd.service"])
    #expect(try DaemonProcess(person, ["uninstall"], environment).end() == 0)
    #expect(
      try systemctl.asked() == ["disable --now trellisd.socket trellisd.service", "daemon-reload"]
    )
  }

  @Test func `the unit of a package is stopped and taken back like one of their own`() throws {
    let person = try Person()
    let systemctl = try SystemctlStandIn(in: person.home)
    var environment = systemctl.environment
    environment["XDG_DATA_HOME"] = person.home.path
    let usual = person.home.appendingPathComponent("trellis")
    environment["TRELLIS_HOME"] = usual.path
    // The test looks for the lock in the person's folder.
    try FileManager.default.createSymbolicLink(
      at: person.home.appendingPathComponent("daemon.lock"),
      withDestinationURL: usual.appendingPathComponent("daemon.lock")
    )
    let wanted = person.home.appendingPathComponent("config/systemd/user/default.target.wants")
    try FileManager.default.createDirectory(at: wanted, withIntermediateDirectories: true)
    try "".write(
      to: wanted.appendingPathComponent("trellisd.service"),
      atomically: true,
      encoding: .utf8
    )
    let daemon = try DaemonProcess(person, ["--port", "0"], environment)
    _ = try daemon.status()
    try person.ask("daemon", "stop", environment: environment)
    #expect(daemon.end() == 0)
    #expect(try systemctl.asked() == ["stop trellisd.socket trellisd.service"])
    #expect(try DaemonProcess(person, ["uninstall"], environment).end() == 0)
    #expect(
      try systemctl.asked() == ["disable --now trellisd.socket trellisd.service", "daemon-reload"]
    )
  }
}

/// A program in the place of systemctl, which notes what it is asked.
private struct SystemctlStandIn {
  private let log: URL
  let environment: [String: String]

  init(in home: URL) throws {
    let folder = home.appendingPathComponent("bin")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let program = folder.appendingPathComponent("systemctl")
    log = home.appendingPathComponent("asked")
    try "#!/bin/sh\necho \"$@\" >>\"\(log.path)\"\n"
      .write(to: program, atomically: true, encoding: .utf8)
    chmod(program.path, 0o755)
    environment = [
      "PATH": "\(folder.path):/usr/bin:/bin", "XDG_CONFIG_HOME": home.path + "/config",
    ]
  }

  /// What it has been asked since this was last called.
  func asked() throws -> [String] {
    defer { try? FileManager.default.removeItem(at: log) }
    return try String(contentsOf: log, encoding: .utf8).split(separator: "\n")
      .map { String($0.dropFirst("--user --quiet ".count)) }
  }
}
