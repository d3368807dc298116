import Core
import Journals
import Locks

/// Looks up with which timestamps facts of a space count, for machines that cannot wait.
///
/// Which ones a machine asks for is known only once it has decided. So it decides again until all
/// answers were looked up: usually once.
final class StampLookup {
  /// The greatest number of readings after one that is asked for which are looked up with it.
  private static let mostAhead = 256

  private let journal: any SyncStore
  private let space: SpaceID
  private var looked: Set<HybridTimestamp> = []
  private var taken: Set<HybridTimestamp> = []
  /// What was asked for and was not looked up.
  private var missing = SharedLocked<Set<HybridTimestamp>>([])
  private var ahead = 0

  /// - Parameter asked: the timestamps that were looked up already, of which some are taken.
  init(
    _ work: SpaceWork,
    asked: Set<HybridTimestamp> = [],
    taken: Set<HybridTimestamp> = []
  ) {
    (journal, space) = (work.journal, work.space)
    (looked, self.taken) = (asked, taken)
  }

  /// A function that tells what is known now, and notes what is not.
  func asking() -> @Sendable (HybridTimestamp) -> Bool {
    let missing = SharedLocked<Set<HybridTimestamp>>([])
    self.missing = missing
    return { [looked, taken] stamp in
      if looked.contains(stamp) { return taken.contains(stamp) }
      missing.withLock { _ = $0.insert(stamp) }
      return false
    }
  }

  /// Looks up what was asked for; returns whether it has to be decided again.
  func learn() async throws -> Bool {
    let wanted = missing.withLock { $0 }
    if wanted.isEmpty { return false }
    let stamps = Set(wanted.flatMap { $0.following(ahead) })
    let found = try await journal.taken(stamps, in: space)
    taken.formUnion(found)
    looked.formUnion(stamps)
    ahead = min(max(ahead * 4, 4), StampLookup.mostAhead)
    return true
  }
}

extension HybridTimestamp {
  /// This timestamp, and so many after it.
  fileprivate func following(_ count: Int) -> [HybridTimestamp] {
    (0...UInt64(count)).compactMap { step in
      let (reading, isTooLate) = clock.rawValue.addingReportingOverflow(step)
      return isTooLate
        ? nil : HybridTimestamp(clock: HybridTime(rawValue: reading), device: device)
    }
  }
}
