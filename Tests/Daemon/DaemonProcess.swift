import ChildProcesses
import Driver
import Foundation
import Testing

/// A running `trellisd` of one user, terminated when it is released.
///
/// It must end cleanly then, which it does only if it has left no handle open.
final class DaemonProcess {
  let person: Person
  private let process: ChildProcess
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
    let daemon = Person.binary.deletingLastPathComponent().appendingPathComponent("trellisd")
    var plan = ChildProcess.Plan(daemon.path, arguments)
    if let script {
      plan = ChildProcess.Plan(
        "/usr/bin/env",
        ["python3", "-c", script, daemon.path] + arguments
      )
    }
    plan.environment = person.environment(
      now: now,
      ["DBUS_SESSION_BUS_ADDRESS": "unix:path=/nonexistent"].merging(environment) { $1 }
    )
    errors = person.home.deletingLastPathComponent()
      .appendingPathComponent("trellisd-\(UUID().uuidString).log")
    plan.output = .file(errors.path)
    plan.errors = .file(errors.path)
    process = try ChildProcess(plan)
  }

  deinit {
    if process.isRunning { terminate() }
    try? FileManager.default.removeItem(at: errors)
  }

  private func terminate() {
    process.terminate()
    let hasEnded: Void? = try? eventually("it does not end") { process.isRunning ? nil : () }
    if hasEnded == nil { process.send(SIGKILL) }
    let exit = process.wait()
    // A daemon that has only begun to start does not handle the signal yet.
    let isCaught = exit.isNormal || exit.status != SIGTERM
    if isCaught, exit.status != 0 {
      Issue.record("The daemon did not end cleanly (\(exit.status)): \(words)")
    }
  }

  var identifier: Int32 { process.identifier }

  /// What the daemon has printed so far.
  var words: String { (try? String(contentsOf: errors, encoding: .utf8)) ?? "" }

  func signal(_ number: Int32) { process.send(number) }

  /// Waits for the daemon to end and returns its status.
  func end() -> Int32 { process.wait().status }

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

/// Starts a daemon shortly before the end of a day.
///
/// - Parameters:
///   - start: starts it so many seconds before.
///   - prepare: does what has to be done before the day ends; nil if it has ended meanwhile, so that a
///     busy machine is given more time.
func beforeTheDayEnds<T>(
  start: (_ seconds: Int) throws -> DaemonProcess,
  prepare: (DaemonProcess) throws -> T?
) throws -> (daemon: DaemonProcess, prepared: T) {
  for seconds in [2, 10, 45] {
    let daemon = try start(seconds)
    if let prepared = try prepare(daemon) { return (daemon, prepared) }
  }
  throw Overdue(what: "the day always ended too soon")
}

struct Overdue: Error, CustomStringConvertible {
  let what: String
  var description: String { what }
}
