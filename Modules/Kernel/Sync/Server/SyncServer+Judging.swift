import Core
import Journals

/// Decides how a fact counts.
extension SyncServer {
  mutating func judge(
    _ judgment: ClockJudgment,
    _ isTaken: (HybridTimestamp) -> Bool
  ) -> SyncVerdict {
    if case .refused(let code) = judgment.amended { return .refused(code) }
    if let code = refusal(judgment.fact, judgment.now) { return .refused(code) }
    let made = judgment.fact.stamp
    if flaws.contains(.trustsClocks) { return .taken(made.clock) }
    return .taken(order(judgment.clock, of: made, isTaken))
  }

  /// Keeps the order of one device's facts, and gives no two of them the same clock reading.
  private mutating func order(
    _ clock: HybridTime,
    of made: HybridTimestamp,
    _ isTaken: (HybridTimestamp) -> Bool
  ) -> HybridTime {
    var clock = clock
    if flaws.contains(.allowsEqualClocks) { return clock }
    let last = state.clocks[made.device]
    let isNewest = last.map { made.clock > $0.made } ?? true
    if isNewest, let last { clock = max(clock, last.effective.next) }
    clock = free(clock, of: made.device, isTaken)
    if isNewest {
      state.clocks[made.device] = ServerState.CountedClock(made: made.clock, effective: clock)
    }
    return clock
  }

  /// The first clock reading, from this one on, with which no other fact of the device counts.
  private func free(
    _ clock: HybridTime,
    of device: DeviceID,
    _ isTaken: (HybridTimestamp) -> Bool
  ) -> HybridTime {
    var clock = clock
    while isTaken(HybridTimestamp(clock: clock, device: device)) { clock = clock.next }
    return clock
  }

  func free(
    _ verdict: SyncVerdict,
    of device: DeviceID,
    _ isTaken: (HybridTimestamp) -> Bool
  ) -> SyncVerdict {
    verdict.clock.map { .taken(free($0, of: device, isTaken)) } ?? verdict
  }

  /// Limits a verdict to one that this server could have given.
  func bounded(_ verdict: SyncVerdict, _ now: Instant) -> SyncVerdict {
    guard let clock = verdict.clock else { return verdict }
    return .taken(min(clock, ClockJudgment.latest(at: now)))
  }
}
