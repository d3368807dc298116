import Driver
import Foundation
import Testing

/// A running `trellisd` of one user, terminated when it is released.
///
/// It must end cleanly then, which it does only if it has left no handle open.
final class DaemonProcess {
  let person: Person
  private let process: Process
  private let errors: URL

  /// Starts the daemon, on a free port unless told otherwise.
  ///
  /// - Parameter script: a Python program that starts it instead, and finds the daemon and its
  ///   arguments in its own.
  init(
    _ person: Person,
    _ arguments: [String] = ["--port", "0"],
    now: String? = nil,
    _ environment: [String: String] = [:],
    by script: String? = nil
  ) throws {
    self.person = person
    process = Process()
    let daemon = Person.binary.deletingLastPathComponent().appendingPathComponent("trellisd")
    if let script {
      process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      process.arguments = ["python3", "-c", script, daemon.path] + arguments
    } else {
      process.executableURL = daemon
      process.arguments = arguments
    }
    process.environment = person.environment(
      now: now,
      ["DBUS_SESSION_BUS_ADDRESS": "unix:path=/nonexistent"].merging(environment) { $1 }
    )
    process.standardInput = FileHandle.nullDevice
    errors = person.home.deletingLastPathComponent()
      .appendingPathComponent("trellisd-\(UUID().uuidString).log")
    try Data().write(to: errors)
    process.standardOutput = try FileHandle(forWritingTo: errors)
    process.standardError = try FileHandle(forWritingTo: errors)
    try process.run()
  }

  deinit {
    if process.isRunning { terminate() }
    try? FileManager.default.removeItem(at: errors)
  }

  private func terminate() {
    kill(process.processIdentifier, SIGTERM)
    let hasEnded: Void? = try? eventually("it does not end") { process.isRunning ? nil : () }
    if hasEnded == nil { kill(process.processIdentifier, SIGKILL) }
    process.waitUntilExit()
    // A daemon that has only begun to start does not handle the signal yet.
    let isCaught = process.terminationReason == .exit || process.terminationStatus != SIGTERM
    if isCaught, process.terminationStatus != 0 {
      Issue.record("The daemon did not end cleanly (\(process.terminationStatus)): \(words)")
    }
  }

  var identifier: Int32 { process.processIdentifier }

  /// What the daemon has printed so far.
  var words: String { (try? String(contentsOf: errors, encoding: .utf8)) ?? "" }

  func signal(_ number: Int32) { kill(process.processIdentifier, number) }

  /// Waits for the daemon to end and returns its status.
  func end() -> Int32 {
    process.waitUntilExit()
    return process.terminationStatus
  }

  /// The contents of its lock file, once it accepts connections.
  func status(
    until isReached: ([String: Any]) -> Bool = { $0["address"] != nil }
  ) throws
    -> [String: Any]
  {
    let file = person.home.appendingPathComponent("daemon.lock")
    return try eventually("the daemon does not serve: \(words)") {
      guard let data = try? Data(contentsOf: file),
        let value = try? JSONSerialization.jsonObject(with: data) as? [String: Any]
      else { return nil }
      return value["pid"] as? Int == Int(identifier) && isReached(value) ? value : nil
    }
  }

  /// The port that it listens on, once it does.
  func port() throws -> UInt16 {
    UInt16(try #require(try status()["port"] as? Int))
  }
}

/// Polls until there is a value; the limit of a minute is long enough for any machine.
func eventually<T>(
  _ complaint: @autoclosure () -> String,
  _ look: () throws -> T?
) throws -> T {
  for _ in 0..<6000 {
    if let found = try look() { return found }
    usleep(10_000)
  }
  throw Overdue(what: complaint())
}

struct Overdue: Error, CustomStringConvertible {
  let what: String
  var description: String { what }
}
