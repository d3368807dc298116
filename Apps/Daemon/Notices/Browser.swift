import Glibc
import LocalApp
import Logging
import Loop

/// Opens the app where the person browses.
enum Browser {
  @LoopActor
  static func open(_ address: String?, _ log: Logger) {
    guard let address else { return }
    do {
      let program = try LoopProcess(plan(address)) { exit in
        if !exit.isSuccess {
          log.notice("the browser could not be opened; the app is at \(address)")
        }
      }
      running.append(program)
      if running.count > 4 { running.removeFirst().close() }
    } catch {
      log.notice("the browser could not be opened; the app is at \(address)")
    }
  }

  /// Retained until they exit, so that they are reaped.
  @LoopActor private static var running: [LoopProcess] = []

  /// A browser that a service starts would live in the service's sandbox and end with it, so that
  /// systemd is asked to start it beside.
  private static func plan(_ address: String) -> LoopProcess.Plan {
    guard getenv("INVOCATION_ID") != nil else {
      return LoopProcess.Plan("xdg-open", [address], output: .discarded, errors: .discarded)
    }
    return LoopProcess.Plan(
      "systemd-run",
      ["--user", "--quiet", "--collect", "--no-block", "xdg-open", address],
      output: .discarded,
      errors: .discarded
    )
  }
}
