import Bus
import Core
import LocalApp
import Logging
import Loop
import Products
import Runtime

/// Makes the copies of the home, one with each new day.
@LoopActor
final class CopyKeeper {
  /// Milliseconds until the next check: a disk that was full may have room by then.
  private static let pause: Int64 = 3_600_000

  private let space: LocalSpace
  private let log: Logger
  private var timer: WallTimer?
  private var subscription: Subscription?
  private var isWorking = false

  /// Makes the copy of the present day if it is due, and those of later days as they begin.
  init(_ space: LocalSpace, _ bus: Bus, _ log: Logger) throws {
    self.space = space
    self.log = log
    timer = try WallTimer { [weak self] in self?.look() }
    subscription = bus.topic(DayBegan.self).subscribe("copies") { [weak self] _ in self?.look() }
    look()
  }

  private func look() {
    // A timer that cannot be set is set with the next day.
    try? timer?.restart(after: CopyKeeper.pause)
    guard !isWorking else { return }
    isWorking = true
    Task { @LoopActor in
      await renew()
      isWorking = false
    }
  }

  private func renew() async {
    do {
      let calendar = try await space.runtimeClient.ask(CurrentCalendar())
      let day = calendar.day(at: try Home.clock().now())
      let copies = HomeCopies(space.home)
      guard copies.isDue(on: day) else { return }
      switch try await Loop.offload({ try copies.renew(for: day) }) {
      case .made: log.info("the copy of \(day) is made")
      case .noRoom: log.warning("the disk is nearly full: no copy of \(day) was made")
      case .followed, .busy, .nothing: break
      }
    } catch {
      log.warning("no copy was made: \(ErrorMessage(error)?.message ?? "\(error)")")
    }
  }

  func close() {
    subscription?.cancel()
    timer?.close()
    timer = nil
  }
}
