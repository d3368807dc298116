import Bus
import Core
import Glibc
import Loop
import Presentation
import Runtime

/// Reports changes in a person's folder, and Ctrl-C, to a command that stays open.
@LoopActor
final class FolderEvents: ChangeFeed {
  private let runtime: Runtime
  private let space: SpaceID
  private let clock: any WallClock
  private let awakenings: AsyncStream<WakeReason>
  private let wake: AsyncStream<WakeReason>.Continuation
  private let deadline: LoopTimer
  private var watch: FolderWatch?
  private var subscription: Subscription?
  private var signals: [LoopSignal] = []

  /// Starts watching.
  ///
  /// ``close()`` must be called, or the loop keeps running.
  static func open(
    _ folder: String,
    _ runtime: Runtime,
    _ space: SpaceID
  ) throws -> FolderEvents {
    let feed = try FolderEvents(runtime, space, try Home.clock())
    do {
      try feed.begin(folder)
    } catch {
      feed.close()
      throw error
    }
    return feed
  }

  private init(_ runtime: Runtime, _ space: SpaceID, _ clock: any WallClock) throws {
    self.runtime = runtime
    self.space = space
    self.clock = clock
    let (awakenings, wake) = AsyncStream.makeStream(
      of: WakeReason.self,
      bufferingPolicy: .bufferingNewest(1)
    )
    self.awakenings = awakenings
    self.wake = wake
    deadline = try LoopTimer(after: 1) { wake.yield(.due) }
    deadline.stop()
  }

  private func begin(_ folder: String) throws {
    let wake = wake
    subscription = runtime.bus.topic(FolderChanged.self).subscribe("waiting command") { _ in
      wake.yield(.changed)
    }
    watch = try FolderWatch(folder, on: runtime.bus)
    for number in [SIGINT, SIGTERM] {
      signals.append(try LoopSignal(number) { wake.finish() })
    }
  }

  nonisolated var now: Instant { clock.now() }

  nonisolated func refresh() async throws { try await runtime.refresh(space) }

  nonisolated func next(within milliseconds: Int64) async throws -> WakeReason {
    try await arm(UInt64(max(1, milliseconds)))
    for await awakening in awakenings { return awakening }
    return .ended
  }

  private func arm(_ milliseconds: UInt64) throws { try deadline.restart(after: milliseconds) }

  /// Stops watching.
  func close() {
    subscription?.cancel()
    watch?.close()
    deadline.close()
    for signal in signals { signal.close() }
  }
}
