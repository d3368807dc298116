import Core
import Journals
import Sync

/// Reads what the state machine asks about a device's journal, in the form in which facts travel.
///
/// It is not a part of the actor that drives the machine, so that reading the status need not wait
/// for the actor.
struct DeviceReader: Sendable {
  let space: SpaceID
  let journal: any SyncStore
  let codec: any FactCodec

  /// The state of the sync as it is stored.
  func state() async throws -> [UInt8]? { try await journal.syncState(of: space) }

  /// The number of facts that were refused.
  func refused() async throws -> Int { try await journal.refused(in: space).count }

  func amendments() async throws -> [FactID: SyncVerdict] {
    Amendment.verdicts(of: try await journal.amendments(of: space))
  }

  func rows(after sequence: Int, limit: Int) async throws -> [ScannedRow] {
    let rows = try await journal.read(space, after: sequence, limit: limit).rows
    let entries = try await journal.entries(in: space, for: rows.map(\.fact.id))
    return try rows.map { row in
      let isAmendment = row.fact.kind == Amendment.kind
      return ScannedRow(
        sequence: row.sequence,
        fact: isAmendment ? row.fact : try codec.seal(row.fact),
        entry: entries[row.fact.id]
      )
    }
  }

  /// Entries of an author after a number, with their facts.
  func entries(
    of author: DeviceID,
    after number: Int,
    limit: Int,
    _ amended: [FactID: SyncVerdict]
  ) async throws -> [HeldEntry] {
    try await held(
      try await journal.entries(in: space, of: author, after: number, limit: limit),
      amended
    )
  }

  /// Entries of the server's order after a position, with their facts.
  func order(
    after position: Int,
    limit: Int,
    _ amended: [FactID: SyncVerdict]
  ) async throws -> [HeldEntry] {
    try await held(try await journal.entries(in: space, after: position, limit: limit), amended)
  }

  private func held(
    _ entries: [SyncEntry],
    _ amended: [FactID: SyncVerdict]
  ) async throws -> [HeldEntry] {
    guard !entries.isEmpty else { return [] }
    let ids = entries.map(\.fact)
    let facts = try await journal.records(of: ids, in: space)
    let times = try await journal.bootTimes(of: ids, in: space)
    let erasures = try await erasures(of: facts.values, amended)
    return try entries.compactMap { entry in
      guard let fact = facts[entry.fact] else { return nil }
      return HeldEntry(
        entry: entry,
        fact: try codec.seal(fact),
        made: times[entry.fact],
        amended: amended[entry.fact],
        erasure: fact.payload == nil ? fact.entity.flatMap { erasures[$0] } : nil
      )
    }
  }

  /// The facts that erased those without a payload.
  private func erasures(
    of facts: some Collection<FactRecord>,
    _ amended: [FactID: SyncVerdict]
  ) async throws -> [EntityID: Erasure] {
    let blank = Set(facts.filter { $0.payload == nil }.compactMap(\.entity))
    guard !blank.isEmpty else { return [:] }
    let erasing = try await journal.erasures(of: Array(blank), in: space)
    let times = try await journal.bootTimes(of: erasing.values.map(\.id), in: space)
    return try erasing.mapValues { fact in
      Erasure(fact: try codec.seal(fact), made: times[fact.id], amended: amended[fact.id])
    }
  }
}
