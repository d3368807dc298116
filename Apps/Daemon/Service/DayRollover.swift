import Bus
import Core
import LocalApp
import Loop
import Runtime

/// Reports when the person's local day ends, in any time zone and across clock changes.
@LoopActor
final class DayRollover {
  /// Milliseconds after which to check whether the machine has moved to another time zone.
  private static let longestSleep: Int64 = 900_000

  private let space: LocalSpace
  private let clock: any WallClock
  private let hostZone: Zone
  private let days: Topic<DayBegan>
  private let control: Topic<ControlRequest>
  private var timer: WallTimer?
  private var subscription: Subscription?
  private var today: Day?
  private var isLooking = false
  /// Whether the calendar may have changed since it was asked for.
  private var hasChanged = false

  /// Publishes a ``DayBegan`` for each new day.
  ///
  /// It asks for a reload when the machine's time zone has changed.
  init(_ space: LocalSpace, _ bus: Bus) throws {
    self.space = space
    clock = try Home.clock()
    hostZone = Zone.system()
    days = bus.topic()
    control = bus.topic()
    timer = try WallTimer { [weak self] in self?.look() }
    // The person may have changed their time zone or the hour at which their day begins.
    subscription = space.runtime.observe(SpaceAdvanced.self, as: "day") { [weak self] _ in
      self?.look()
    }
    look()
  }

  private func look() {
    hasChanged = true
    guard !isLooking else { return }
    isLooking = true
    Task { @LoopActor in
      while hasChanged {
        hasChanged = false
        arrange(try? await space.runtimeClient.ask(CurrentCalendar()))
      }
      isLooking = false
    }
  }

  private func arrange(_ calendar: LocalCalendar?) {
    guard let timer else { return }
    guard Zone.system() == hostZone else { return control.publish(.reload) }
    guard let calendar else { return retry(timer) }
    let now = clock.now()
    let day = calendar.day(at: now)
    let wait = calendar.start(of: day.advanced(by: 1)).milliseconds - now.milliseconds
    // A timer that cannot be set is set with the next fact.
    try? timer.restart(after: max(1, min(wait, DayRollover.longestSleep)))
    defer { today = day }
    if let today, today != day { days.publish(DayBegan()) }
  }

  /// Checks again later, since the query failed.
  private func retry(_ timer: WallTimer) { try? timer.restart(after: DayRollover.longestSleep) }

  func close() {
    subscription?.cancel()
    timer?.close()
    timer = nil
  }
}
