import Core
import Journals
import PostgreSQL

extension PostgreSQLJournal: SyncStore {
  public func standing(
    of space: SpaceID,
    for question: SyncQuestion
  ) async throws(JournalError) -> SyncStanding {
    try await look { reader throws(PostgreSQLError) in
      try reader.standing(of: space, for: question)
    }
  }

  public func syncState(of space: SpaceID) async throws(JournalError) -> [UInt8]? {
    try await look { reader throws(PostgreSQLError) in try reader.syncState(of: space) }
  }

  public func entries(
    in space: SpaceID,
    after position: Int,
    limit: Int
  ) async throws(JournalError) -> [SyncEntry] {
    try await look { reader throws(PostgreSQLError) in
      try reader.entries(in: space, after: position, limit: limit)
    }
  }

  public func entries(
    in space: SpaceID,
    of author: DeviceID,
    after number: Int,
    limit: Int
  ) async throws(JournalError) -> [SyncEntry] {
    let numbers = SyncQuestion.Numbers(author: author, after: number, limit: limit)
    return try await look { reader throws(PostgreSQLError) in
      try reader.entries(numbers, in: space)
    }
  }

  public func entries(
    in space: SpaceID,
    for facts: [FactID]
  ) async throws(JournalError) -> [FactID: SyncEntry] {
    try await look { reader throws(PostgreSQLError) in try reader.entries(for: facts, in: space) }
  }

  public func records(
    of facts: [FactID],
    in space: SpaceID
  ) async throws(JournalError) -> [FactID: FactRecord] {
    try await look { reader throws(PostgreSQLError) in try reader.records(of: facts, in: space) }
  }

  public func erasures(
    of entities: [EntityID],
    in space: SpaceID
  ) async throws(JournalError) -> [EntityID: FactRecord] {
    try await look { reader throws(PostgreSQLError) in
      try reader.erasures(of: entities, in: space)
    }
  }

  public func bootTimes(
    of facts: [FactID],
    in space: SpaceID
  ) async throws(JournalError) -> [FactID: BootTime] {
    try await look { reader throws(PostgreSQLError) in try reader.bootTimes(of: facts, in: space) }
  }

  public func taken(
    _ stamps: Set<HybridTimestamp>,
    in space: SpaceID
  ) async throws(JournalError) -> Set<HybridTimestamp> {
    try await look { reader throws(PostgreSQLError) in try reader.taken(stamps, in: space) }
  }

  public func alarms(of space: SpaceID) async throws(JournalError) -> Set<Alarm> {
    try await look { reader throws(PostgreSQLError) in try reader.alarms(of: space) }
  }

  public func usage(of space: SpaceID) async throws(JournalError) -> SpaceUsage {
    try await look { reader throws(PostgreSQLError) in try reader.usage(of: space) }
  }
}
