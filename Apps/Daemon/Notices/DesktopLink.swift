import Core
import Bus
import DBus
import Logging
import Loop

/// Maintains the connection to the desktop: looks for it, waits, and reconnects when it is lost.
@LoopActor
final class DesktopLink {
  /// Milliseconds between attempts: doubled each time, up to the longest.
  private static let firstPause: UInt64 = 1000
  private static let longestPause: UInt64 = 300_000

  private let log: Logger
  private let bus: Bus
  private var desktop: NotificationService?
  private var timer: LoopTimer?
  private var pause = DesktopLink.firstPause
  private var isLooking = false
  private var isClosed = false
  /// Whether the person's desktop was available at the last check; nil before the first.
  private var wasReady: Bool?

  /// Publishes every ``NotificationAnswered``, every ``DesktopReplaced``, and a ``DesktopChanged``
  /// after each change and after the first check.
  init(_ bus: Bus, _ log: Logger) {
    self.bus = bus
    self.log = log
  }

  var isReady: Bool { desktop?.abilities != nil }

  /// Looks for the desktop unless it is already available.
  func look() async {
    guard desktop == nil, !isLooking, !isClosed else { return }
    isLooking = true
    defer { isLooking = false }
    do {
      let found = try await NotificationService.reach(
        replaced: { [bus] in bus.topic().publish(DesktopReplaced()) },
        changed: { [weak self] in self?.report(why: "nothing here shows notifications.") },
        answers: bus.topic(),
        lost: { [weak self] in self?.lose() }
      )
      guard !isClosed else { return found.close() }
      desktop = found
      pause = DesktopLink.firstPause
      report(why: "nothing here shows notifications.")
    } catch {
      report(why: "\(error)")
      plan()
    }
  }

  /// Logs once for each change, not with every attempt.
  private func report(why: String) {
    guard isReady != wasReady else { return }
    wasReady = isReady
    if isReady {
      log.info("notices appear on the desktop")
    } else {
      log.notice(
        """
        notices cannot appear on a desktop now: \(why) They wait in the inbox, and everything else \
        works; once there is a desktop they appear by themselves
        """
      )
    }
    let hasButtons = desktop?.abilities?.actions ?? false
    bus.topic().publish(DesktopChanged(isReady: isReady, hasButtons: hasButtons))
  }

  private func lose() {
    desktop = nil
    bus.topic().publish(DesktopReplaced())
    report(why: "the session bus has gone.")
    plan()
  }

  private func plan() {
    guard !isClosed else { return }
    timer?.close()
    // Without a timer it is looked for when the next notice is due.
    timer = try? LoopTimer(after: pause) { [weak self] in Task { await self?.look() } }
    pause = min(pause * 2, DesktopLink.longestPause)
  }

  func show(_ notification: Notification) async throws -> UInt32 {
    if desktop == nil { await look() }
    guard let desktop else { throw DBusError.noBus("there is no desktop") }
    return try await desktop.show(notification)
  }

  func withdraw(_ number: UInt32) async { await desktop?.withdraw(number) }

  func close() {
    isClosed = true
    timer?.close()
    desktop?.close()
    desktop = nil
  }
}
