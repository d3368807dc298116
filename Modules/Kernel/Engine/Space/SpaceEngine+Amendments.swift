import Core
import Journals

/// Handles facts whose effective timestamp a verdict has changed, or that it has refused.
extension SpaceEngine {
  /// Folds a row: a fact as it counts, or a verdict about a fact.
  func take(_ decoded: DecodedFact) {
    if let amendment = decoded.amendment { return folded > amendedThrough ? note(amendment) : () }
    let record = decoded.record
    if amendedNext == record.id { amendedNext = nil }
    guard let stamp = stamp(of: record) else { return }
    if decoded.isUnread { isPartial = true }
    guard let fact = decoded.fact, let channel = modules.factChannel(of: fact) else { return }
    fold(fact, in: channel, at: stamp)
  }

  /// The timestamp with which a fact counts; nil if it was refused.
  func stamp(of record: FactRecord) -> HybridTimestamp? {
    guard !amendments.isEmpty, let verdict = amendments[record.id] else { return record.stamp }
    return verdict.clock.map { HybridTimestamp(clock: $0, device: record.stamp.device) }
  }

  /// Notes a verdict; unless its fact comes next, that fact has already been folded without it.
  func note(_ amendment: Amendment) {
    if amendedNext != nil { mustFoldAnew = true }
    amendedNext = nil
    guard amendments[amendment.fact] != amendment.verdict else { return }
    amendments[amendment.fact] = amendment.verdict
    amendedNext = amendment.fact
  }

  /// Closes the space if it has to be folded again; returns whether it did.
  ///
  /// The engine then demands to read it again, which sets the alarms that differ, like those of a
  /// new module.
  func foldsAnew() -> Bool {
    guard mustFoldAnew, !environment.flaws.contains(.keepsFolded) else { return false }
    (mustFoldAnew, amendedNext) = (false, nil)
    phase = .closed
    arePastAlarmsKept = false
    refreshRequestedAt = batchesTaken
    return true
  }
}
