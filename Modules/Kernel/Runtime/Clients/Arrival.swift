import Engine
import Journals

/// What a sync brings to a space at once.
struct Arrival: Sendable {
  let facts: [FactRecord]
  let page: SyncPage
  /// Whether no more facts follow.
  let isLast: Bool

  init(_ facts: [FactRecord], _ page: SyncPage, isLast: Bool) {
    self.facts = facts
    self.page = page
    self.isLast = isLast
  }
}
