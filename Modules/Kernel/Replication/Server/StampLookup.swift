import Core
import Journals
import Locks

/// Looks up which timestamps facts of a space count with, for state machines that cannot wait.
///
/// Which ones a machine asks for is known only once it has decided. It therefore decides again
/// until all answers are available: usually once.
final class StampLookup {
  /// The greatest number of readings that are looked up along with the one that is asked for.
  private static let mostAhead = 256

  private let journal: any SyncStore
  private let space: SpaceID
  private var looked: Set<HybridTimestamp> = []
  private var taken: Set<HybridTimestamp> = []
  /// The timestamps that were asked for and not looked up yet.
  private var missing = SharedLocked<Set<HybridTimestamp>>([])
  private var ahead = 0

  /// - Parameter asked: the timestamps that were already looked up, some of which are taken.
  init(
    _ work: SpaceWork,
    asked: Set<HybridTimestamp> = [],
    taken: Set<HybridTimestamp> = []
  ) {
    (journal, space) = (work.journal, work.space)
    (looked, self.taken) = (asked, taken)
  }

  /// A function that answers from what is known now, and notes what is not known.
  func asking() -> @Sendable (HybridTimestamp) -> Bool {
    let missing = SharedLocked<Set<HybridTimestamp>>([])
    self.missing = missing
    return { [looked, taken] stamp in
      if looked.contains(stamp) { return taken.contains(stamp) }
      missing.withLock { _ = $0.insert(stamp) }
      return false
    }
  }

  /// Looks up what was asked for; returns whether the machine has to decide again.
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
  /// This timestamp, and `count` timestamps after it.
  fileprivate func following(_ count: Int) -> [HybridTimestamp] {
    (0...UInt64(count)).compactMap { step in
      let (reading, isTooLate) = clock.rawValue.addingReportingOverflow(step)
      return isTooLate
        ? nil : HybridTimestamp(clock: HybridTime(rawValue: reading), device: device)
    }
  }
}
