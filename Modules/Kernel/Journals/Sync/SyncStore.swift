import Core

/// A journal that also stores how its spaces are synchronized.
///
/// It is written by appends (``AppendRequest/sync``), in the transaction of their facts.
public protocol SyncStore: Journal {
  /// The state that was stored last; nil for a space that was never synchronized.
  func syncState(of space: SpaceID) async throws(JournalError) -> [UInt8]?

  /// The entries after `position` in the order of the server, at most `limit`.
  func entries(
    in space: SpaceID,
    after position: Int,
    limit: Int
  ) async throws(JournalError) -> [SyncEntry]

  /// The entries of an author after `number`, in order, at most `limit`.
  func entries(
    in space: SpaceID,
    of author: DeviceID,
    after number: Int,
    limit: Int
  ) async throws(JournalError) -> [SyncEntry]

  /// The entries under which these facts came into the space, without aliases.
  ///
  /// Of a fact that has been numbered here too, and is not known yet to have come from elsewhere, it is
  /// the one with a place.
  func entries(
    in space: SpaceID,
    for facts: [FactID]
  ) async throws(JournalError) -> [FactID: SyncEntry]

  /// The facts with these ids, as far as they are in the space.
  func records(
    of facts: [FactID],
    in space: SpaceID
  ) async throws(JournalError) -> [FactID: FactRecord]

  /// The facts that erased these entities, as far as they are in the space.
  func erasures(
    of entities: [EntityID],
    in space: SpaceID
  ) async throws(JournalError) -> [EntityID: FactRecord]

  /// When these facts were made here, as far as they have no verdict.
  func bootTimes(
    of facts: [FactID],
    in space: SpaceID
  ) async throws(JournalError) -> [FactID: BootTime]

  /// Whether a fact of this device counts with this clock reading, according to an entry.
  func isTaken(_ stamp: HybridTimestamp, in space: SpaceID) async throws(JournalError) -> Bool
}
