import Core
import Locks
import RemindersContract

/// Notices of milestones that were given with what was done on a page, until they are handed over.
final class ReachedMilestones: Sendable {
  private let notices = Locked<[SpaceID: Set<NoticeID>]>([:])

  func add(_ notice: NoticeID, in space: SpaceID) {
    notices.withLock { _ = $0[space, default: []].insert(notice) }
  }

  /// Those of a space; nil if there are none.
  func of(_ space: SpaceID) -> Set<NoticeID>? { notices.withLock { $0[space] } }

  func remove(_ done: Set<NoticeID>, in space: SpaceID) {
    notices.withLock { notices in
      notices[space]?.subtract(done)
      if notices[space]?.isEmpty == true { notices[space] = nil }
    }
  }

  /// Forgets those of spaces whose owners want to be told nothing.
  func keep(where isWanted: (SpaceID) -> Bool) {
    notices.withLock { $0 = $0.filter { isWanted($0.key) } }
  }
}
