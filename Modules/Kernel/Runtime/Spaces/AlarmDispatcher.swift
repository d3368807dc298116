import Core
import Engine
import EventDispatch
import Journals
import Loop

/// One check of the alarms: claims what is due, wakes the modules, and returns the next time.
@LoopActor
struct AlarmDispatcher {
  /// The lease of a claimed alarm, in milliseconds.
  ///
  /// Long enough to open a large space, and short enough that a node which died causes no long
  /// delay.
  private static let lease: Int64 = 60_000
  /// The number of alarms claimed at a time.
  private static let most = 100

  let journal: any Journal
  let modules: ModuleSet
  let clock: any WallClock
  let wake: @LoopActor (Alarm) async throws -> Void

  func handleDueAlarms() async throws -> Instant? {
    let names = Set(modules.manifests.map(\.name))
    while true {
      let now = clock.now()
      let claim = AlarmClaim(
        now: now,
        until: now.advanced(byMilliseconds: Self.lease),
        modules: names,
        limit: Self.most
      )
      let due = try await journal.claimAlarms(claim)
      await wake(due)
      if due.count < Self.most { break }
    }
    return try await journal.nextAlarm(of: names)
  }

  /// Wakes the modules concurrently: a space that is slow or fails to open delays no other.
  ///
  /// Its own alarm is due again when the lease ends.
  private func wake(_ alarms: [Alarm]) async {
    let tasks = alarms.map { alarm in Task { await self.wakeOrReport(alarm) } }
    for task in tasks { await task.value }
  }

  private func wakeOrReport(_ alarm: Alarm) async {
    do {
      try await wake(alarm)
    } catch {
      modules.report(error, of: alarm.module, on: "an alarm")
    }
  }
}
