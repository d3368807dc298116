import AppSupport
import Core
import Glibc
import Loop

/// One run of a hook: a process without a shell that leads its own process group.
///
/// It reads the event's document, and its output is discarded. After ``HookLimits/time`` it is
/// asked to end, with all processes that it has started, and killed a little later.
@LoopActor
final class HookRun {
  /// Passes the event's name to the program, and marks its descendants.
  ///
  /// Hooks do not run for events that a hook has caused.
  nonisolated static let mark = "TRELLIS_EVENT"
  /// Variables of the daemon's own environment that are not passed to the program.
  private nonisolated static let own: Set<String> = [
    "INVOCATION_ID", "JOURNAL_STREAM", "LISTEN_FDNAMES", "LISTEN_FDS", "LISTEN_PID", "MAINPID",
    "NOTIFY_SOCKET", "SWIFT_BACKTRACE", "SYSTEMD_EXEC_PID",
  ]

  private let limits: HookLimits
  private let ended: @LoopActor (_ failure: String?) -> Void
  private var process: LoopProcess?
  private var timer: LoopTimer?
  private var isOverdue = false

  /// - Parameter ended: called once, with the failure as the end of a sentence.
  init(_ limits: HookLimits, ended: @escaping @LoopActor (_ failure: String?) -> Void) {
    self.limits = limits
    self.ended = ended
  }

  func start(_ hook: Hook, _ item: HookQueue.Item, home: Home) {
    var plan = LoopProcess.Plan(
      hook.program,
      hook.arguments,
      environment: HookRun.environment(of: item, home: home),
      folder: "/",
      input: .piped,
      output: .discarded,
      errors: .discarded
    )
    plan.leadsGroup = true
    do throws(UVError) {
      let process = try LoopProcess(plan) { [weak self] in self?.didEnd($0) }
      self.process = process
      timer = try LoopTimer(after: limits.time) { [weak self] in self?.hurry() }
      // A program that ends without reading has not failed.
      try? process.input?.write(item.document + [UInt8(ascii: "\n")])
      try? process.input?.endWriting()
    } catch {
      finish("it could not be started (\(error.words))")
    }
  }

  private func hurry() {
    process?.killGroup(isOverdue ? SIGKILL : SIGTERM)
    guard !isOverdue else { return }
    isOverdue = true
    try? timer?.restart(after: limits.patience)
  }

  private func didEnd(_ exit: LoopProcess.Exit) {
    if isOverdue {
      // Processes that it has started may not have received the signal.
      process?.killGroup(SIGKILL)
      return finish("it took longer than \(limits.time / 1000) seconds and was ended")
    }
    if exit.signal != 0 { return finish("it was ended by signal \(exit.signal)") }
    finish(exit.status == 0 ? nil : "it ended with status \(exit.status)")
  }

  private func finish(_ failure: String?) {
    timer?.close()
    process?.close()
    (timer, process) = (nil, nil)
    ended(failure)
  }

  /// Kills the program now, since this process ends.
  func abandon() {
    process?.killGroup(SIGTERM)
    timer?.close()
    process?.close()
    (timer, process) = (nil, nil)
  }

  private nonisolated static func environment(
    of item: HookQueue.Item,
    home: Home
  ) -> [String: String] {
    var environment = Environment.all.filter { !own.contains($0.key) }
    environment[mark] = item.event
    environment["TRELLIS_HOME"] = home.absolute.path
    return environment
  }
}
