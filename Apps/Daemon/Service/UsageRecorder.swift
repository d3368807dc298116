import Bus
import Core
import LocalApp
import Loop
import Runtime

/// Saves counts of used features periodically, as a short-lived program does when it exits.
@LoopActor
final class UsageRecorder {
  /// Milliseconds from a use to saving its count.
  private static let pause: UInt64 = 300_000

  private let space: LocalSpace
  private let uses: FeatureUses
  private var subscription: Subscription?
  private var timer: LoopTimer?

  init(_ space: LocalSpace, _ uses: FeatureUses) {
    self.space = space
    self.uses = uses
    subscription = space.runtime.observe(FeatureUsed.self, as: "counting") { [weak self] _ in
      try self?.plan()
    }
  }

  private func plan() throws {
    guard timer == nil else { return }
    timer = try LoopTimer(after: UsageRecorder.pause) { [weak self] in self?.keep() }
  }

  private func keep() {
    timer?.close()
    timer = nil
    Task { await uses.keepSoFar(space.runtimeClient) }
  }

  func close() {
    subscription?.cancel()
    timer?.close()
  }
}
