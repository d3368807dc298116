import Core
import Journals
import Sync

/// The own facts of a space that a server has not decided about yet.
public struct WaitingFacts: Sendable, Equatable {
  public private(set) var count = 0
  /// When the first of them was made.
  public private(set) var since: Instant?

  private static let page = 500

  /// Counts them: the facts that have a number, and those that will get one.
  ///
  /// - Throws: `JournalError`; another error if the state is not one of this version.
  public init(in space: SpaceID, of journal: any SyncStore) async throws {
    let state = try await journal.syncState(of: space).map { try DeviceState($0) }
    if let state, state.numbered.number > state.acknowledged {
      count = state.numbered.number - state.acknowledged
      let next = try await journal.entries(
        in: space,
        of: state.author,
        after: state.acknowledged,
        limit: 1
      )
      since = next.first?.fact.received
    }
    var last = state?.scanned ?? 0
    while true {
      let rows = try await journal.read(space, after: last, limit: WaitingFacts.page).rows
      guard let end = rows.last else { return }
      let ids = rows.map(\.fact).filter { $0.kind != Amendment.kind }.map(\.id)
      let entries = try await journal.entries(in: space, for: ids)
      add(ids.filter { entries[$0] == nil })
      last = end.sequence
    }
  }

  private mutating func add(_ facts: [FactID]) {
    count += facts.count
    since = ([since].compactMap(\.self) + facts.map(\.received)).min()
  }
}
