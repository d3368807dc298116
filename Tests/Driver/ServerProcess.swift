import ChildProcesses
import Foundation
import func LoopbackHTTP.unusedPort
import Testing

/// The built `trellis-server`, over a folder of its own.
public final class ServerProcess: @unchecked Sendable {
  // Used by the one test that made it: nothing here is touched by two threads at a time.

  public let folder: URL
  public let port: Int
  private let products: [String]
  private let signUp: String
  /// Further variables of the configuration, by name without the prefix.
  private let settings: [String: String]
  /// A command, as an absolute path and its arguments, that runs the program with what follows them.
  private let wrapper: [String]
  private var process: ChildProcess?
  private var log: URL { folder.appendingPathComponent("log") }

  /// Starts a server at a port that is free.
  ///
  /// - Parameters:
  ///   - settings: further variables of the configuration, such as `TELEMETRY`.
  ///   - wrapper: the words before those of the program, for the folder of its data.
  public init(
    products: [String] = ["streaks"],
    signUp: String = "open",
    settings: [String: String] = [:],
    wrapper: (URL) -> [String] = { _ in [] }
  ) throws {
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("trellis-server-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    port = try unusedPort()
    (self.products, self.signUp, self.settings) = (products, signUp, settings)
    self.wrapper = wrapper(folder.appendingPathComponent("data"))
    try start()
  }

  deinit {
    process?.terminate()
    process?.wait()
    try? FileManager.default.removeItem(at: folder)
  }

  /// Where a product is reached.
  public func address(_ product: String? = nil) -> String {
    guard products.count > 1, let product else { return "http://localhost:\(port)" }
    return "http://\(product).localhost:\(port)"
  }

  public static var binary: URL {
    Person.binary.deletingLastPathComponent().appendingPathComponent("trellis-server")
  }

  public var data: URL { folder.appendingPathComponent("data") }

  private var environment: [String: String] {
    var environment = [
      "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "TZ": "UTC", "HOME": folder.path,
      "TRELLIS_SERVER_DATA": data.path,
      "TRELLIS_SERVER_LISTEN": "127.0.0.1:\(port)",
      "TRELLIS_SERVER_PRODUCTS": products.joined(separator: ","),
      "TRELLIS_SERVER_SIGN_UP": signUp,
    ]
    for (name, value) in settings { environment["TRELLIS_SERVER_\(name)"] = value }
    if let libraries = ProcessInfo.processInfo.environment["LD_LIBRARY_PATH"] {
      environment["LD_LIBRARY_PATH"] = libraries
    }
    return environment
  }

  /// Starts the program, and returns once it answers.
  public func start() throws {
    let words = wrapper + [ServerProcess.binary.path]
    let process = try ChildProcess(
      ChildProcess.Plan(
        words[0],
        Array(words.dropFirst()),
        environment: environment,
        output: .file(log.path),
        errors: .file(log.path)
      )
    )
    self.process = process
    let end = ContinuousClock.now + .seconds(60)
    while process.isRunning, ContinuousClock.now < end {
      if isReady() { return }
      usleep(20_000)
    }
    Issue.record("the server does not run: \(try text())")
  }

  public var identifier: Int32? { process?.identifier }

  /// Whether it takes connections.
  private func isReady() -> Bool {
    let socket = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(socket) }
    var address = ServerProcess.loopback(port)
    return withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
  }

  private static func loopback(_ port: Int) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(truncatingIfNeeded: port).bigEndian
    address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
    return address
  }

  /// What it has logged.
  public func text() throws -> String { String(decoding: try Data(contentsOf: log), as: UTF8.self) }

  /// Ends it as an operator does, or by `kill -9`.
  public func stop(hard: Bool = false) {
    guard let process else { return }
    process.send(hard ? SIGKILL : SIGTERM)
    process.wait()
    self.process = nil
  }

  /// Runs a command of the operator; returns what it printed.
  @discardableResult
  public func run(_ arguments: String..., input: String? = nil) throws -> String {
    var plan = ChildProcess.Plan(
      ServerProcess.binary.path,
      arguments,
      environment: environment,
      errors: .output
    )
    if let input { plan.input = .text(input) }
    let (exit, text) = try ChildProcess.run(plan)
    #expect(exit.status == 0, "\(arguments): \(text)")
    return text
  }

  /// Runs a command of the operator that can write no file beyond a few kilobytes, as on a full disk.
  ///
  /// - Returns: its exit status, and what it printed.
  public func runOnFullDisk(_ arguments: String...) throws -> (status: Int32, text: String) {
    // The signal would end the program before it sees the error.
    let limited = #"trap "" XFSZ; ulimit -f 8; exec "$@""#
    let plan = ChildProcess.Plan(
      "/bin/sh",
      ["-c", limited, "sh", ServerProcess.binary.path] + arguments,
      environment: environment,
      errors: .output
    )
    let (exit, text) = try ChildProcess.run(plan)
    return (exit.status, text)
  }
}

extension Person {
  /// Signs up or in at a server, as `command` says: `signup` or `login`.
  public func join(_ command: String, _ server: ServerProcess) throws {
    let outcome = try run(
      ["sync", command, server.address(), "--email", "ada@example.org", "--password-stdin"],
      input: "correct horse battery"
    )
    try #require(outcome.status == 0, "\(outcome.output)\(outcome.error)")
  }
}
