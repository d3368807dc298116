import Core
import Locks

/// Verifies the chains of a journal: each as a whole once an hour, and in between what was added.
///
/// A change to an earlier row is noticed within the hour. Hashing the 180,000 entries of ten years with
/// fifty habits takes too long for each look at a page.
public final class RecentVerification: Sendable {
  private struct Known: Sendable {
    var chain: VerifiedChain?
    /// The hour in which the whole chain was verified.
    let hour: Int64
  }

  /// The maximum number of known spaces; beyond it all are forgotten.
  private static let most = 10_000
  private static let hour: Int64 = 3600

  private let journal: any Journal
  private let clock: any WallClock
  private let known = Locked<[SpaceID: Known]>([:])

  public init(_ journal: any Journal, clock: any WallClock) {
    (self.journal, self.clock) = (journal, clock)
  }

  /// Verifies the chain of a space after the part that was verified within this hour.
  public func verify(_ space: SpaceID) async throws(JournalError) -> ChainReport {
    let hour = clock.now().seconds / RecentVerification.hour
    let before = known.withLock { $0[space] }
    let isRecent = before?.hour == hour
    let (report, chain) = try await journal.verify(space, after: isRecent ? before?.chain : nil)
    known.withLock { known in
      if known[space] == nil, known.count >= RecentVerification.most { known = [:] }
      known[space] = Known(chain: chain, hour: hour)
    }
    return report
  }
}
