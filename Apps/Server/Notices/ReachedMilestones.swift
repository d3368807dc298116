import Core
import Locks
import RemindersContract

/// Milestone notices that were given by actions on a page, until they are in the outbox.
final class ReachedMilestones: Sendable {
  private let notices = Locked<[SpaceID: Set<NoticeID>]>([:])

  func add(_ notice: NoticeID, in space: SpaceID) {
    notices.withLock { _ = $0[space, default: []].insert(notice) }
  }

  /// Returns those of a space; nil if there are none.
  func of(_ space: SpaceID) -> Set<NoticeID>? { notices.withLock { $0[space] } }

  func remove(_ done: Set<NoticeID>, in space: SpaceID) {
    notices.withLock { notices in
      notices[space]?.subtract(done)
      if notices[space]?.isEmpty == true { notices[space] = nil }
    }
  }

  /// Removes those of spaces whose owners want no notices.
  func keep(where isWanted: (SpaceID) -> Bool) {
    notices.withLock { $0 = $0.filter { isWanted($0.key) } }
  }
}
