import Core
import Journals

/// Finds out what the copy of a space lacks.
struct SpacePlan: Sendable {
  /// The entries that are copied in one step.
  static let page = 500

  private let space: SpaceID
  private let source: any SyncStore
  private let target: any SyncStore

  /// The copy has a history that is not the source's.
  struct OtherHistory: Error {}

  /// An entry of the source is not what was written there.
  struct Damage: Error {
    let entry: Int
  }

  init(_ space: SpaceID, from source: any SyncStore, to target: any SyncStore) {
    self.space = space
    self.source = source
    self.target = target
  }

  /// Returns the next step.
  ///
  /// The source may grow at any moment, so it is read in the order in which nothing that was read
  /// refers to what was not: the state of the sync, then its entries, then the facts.
  func nextStep() async throws -> SpaceStep {
    let copied = try await target.standing(of: space, for: SyncQuestion())
    let known = try await source.standing(of: space, for: SyncQuestion())
    guard copied.head <= known.head else { throw OtherHistory() }
    if known.head - copied.head > Self.page {
      let facts = try await facts(after: copied.head).facts
      return step(after: copied.head, facts: facts, isLast: false)
    }
    let sync = try await syncChange(from: copied.state, to: known.state)
    let isCurrent = copied.head == known.head && sync.change?.entries.isEmpty ?? true
    let page = try await facts(after: copied.head, unless: isCurrent)
    guard page.isWhole else { return step(after: copied.head, facts: page.facts, isLast: false) }
    return step(
      after: copied.head,
      facts: page.facts,
      alarms: try await alarmChanges(),
      sync: sync.change,
      isLast: sync.isWhole
    )
  }

  private func step(
    after head: Int,
    facts: [FactRecord],
    alarms: [AlarmChange] = [],
    sync: SyncChange? = nil,
    isLast: Bool
  ) -> SpaceStep {
    let request = AppendRequest(
      space: space,
      after: head,
      facts: facts,
      alarms: alarms,
      sync: sync.map { [$0] } ?? []
    )
    return SpaceStep(space: space, request: request.isEmpty ? nil : request, isLast: isLast)
  }

  // MARK: Facts

  /// The facts after those that were copied, and whether these are all.
  ///
  /// - Parameter isCurrent: whether there were none just now, and nothing refers to new ones.
  private func facts(
    after head: Int,
    unless isCurrent: Bool = false
  ) async throws -> (facts: [FactRecord], isWhole: Bool) {
    if isCurrent { return ([], true) }
    // With the row before them, which must be the last one that was copied.
    let before = head > 0 ? try await target.read(space, after: head - 1, limit: 1).rows.first : nil
    let page = try await source.read(
      space,
      after: max(head - 1, 0),
      limit: Self.page + (head > 0 ? 1 : 0)
    )
    var rows = page.rows[...]
    if head > 0, rows.popFirst()?.chainHash != before?.chainHash { throw OtherHistory() }
    var last = before?.chainHash ?? .start
    for row in rows {
      last = Chain.next(after: last, space: space, fact: row.fact)
      guard row.fact.isIntact, last == row.chainHash else { throw Damage(entry: row.sequence) }
    }
    guard (rows.last?.sequence ?? head) == head + rows.count else { throw Damage(entry: head + 1) }
    return (rows.map(\.fact), head + rows.count >= page.head)
  }

  // MARK: Sync

  /// The change that brings the copied sync state nearer to the source's, and whether it gets there.
  private func syncChange(
    from copied: [UInt8]?,
    to state: [UInt8]?
  ) async throws -> (change: SyncChange?, isWhole: Bool) {
    guard let state else {
      if copied != nil { throw OtherHistory() }
      return (nil, true)
    }
    if copied == state { return (nil, true) }
    var last = copied == nil ? 0 : try await lastPosition()
    let isOther = try await !isCommon(last)
    if isOther { last = 0 }
    let entries = try await source.entries(in: space, after: last, limit: Self.page)
    let isWhole = entries.count < Self.page
    let change = SyncChange(
      // No server has an empty state: it stands for entries of which some are to come.
      state: isWhole ? state : [],
      drops: isOther ? .all : .none,
      entries: entries
    )
    return (change, isWhole)
  }

  /// The last position that the copy has an entry for, found by bisection.
  private func lastPosition() async throws -> Int {
    var (known, beyond) = (0, 1)
    while try await hasEntry(after: beyond - 1) { (known, beyond) = (beyond, beyond * 2) }
    while beyond - known > 1 {
      let middle = known + (beyond - known) / 2
      if try await hasEntry(after: middle - 1) { known = middle } else { beyond = middle }
    }
    return known
  }

  private func hasEntry(after position: Int) async throws -> Bool {
    try await !target.entries(in: space, after: position, limit: 1).isEmpty
  }

  /// Whether both sides have the same order up to a position; the tag of an entry depends on all
  /// before it.
  private func isCommon(_ position: Int) async throws -> Bool {
    if position == 0 { return true }
    let copied = try await target.entries(in: space, after: position - 1, limit: 1)
    return try await source.entries(in: space, after: position - 1, limit: 1) == copied
  }

  // MARK: Alarms

  private func alarmChanges() async throws -> [AlarmChange] {
    let wanted = try await source.alarms(of: space)
    let copied = try await target.alarms(of: space)
    // What is set anew replaces an alarm of the same name, so it comes last.
    let ended = copied.subtracting(wanted).map { AlarmChange(ending: $0) }
    return ended
      + wanted.subtracting(copied).map { AlarmChange(module: $0.module, key: $0.key, at: $0.at) }
  }
}
