import Accounts
import Core
import Engine
import Journals
import Presentation
import Replication
import Runtime

/// The client for one person's space at the server, which never exceeds their permissions.
struct MemberClient: SpaceClient {
  let client: RuntimeClient
  let served: ServedProduct
  let quota: SpaceQuota
  let clock: any WallClock

  var principal: Principal { client.principal }

  func ask<Q: Query>(_ query: Q) async throws -> Q.Reply { try await client.ask(query) }

  func send<C: Command>(_ command: C) async throws -> Outcome<C.Reply> {
    let room = try await quota.require(in: client, isErasing: C.erases)
    return try await within(room) { try await $0.send(command) }
  }

  func run<Answer: Sendable>(
    _ body: @escaping @Sendable (any SpaceScope) throws -> Answer
  ) async throws -> Outcome<Answer> {
    if let room = try await quota.room(in: client) {
      return try await within(room) { try await $0.run(body) }
    }
    let room = try await quota.require(in: client, isErasing: true)
    return try await within(room) { try await $0.run { try body(FullSpace($0)) } }
  }

  /// A command may add many entries at once, as an import does.
  private func within<Reply>(
    _ room: FactRoom,
    _ work: (RuntimeClient) async throws -> Reply
  ) async throws -> Reply {
    do {
      return try await work(client.within(room))
    } catch is FactRoom.Exceeded {
      throw SpaceQuota.full
    }
  }

  // MARK: Storage

  func archive(to write: ([UInt8]) async throws -> Void) async throws {
    try await SpaceArchive.write(client.space, in: served.journal, product: served.name, to: write)
  }

  func merge(archiveAt path: String) async throws -> Outcome<MergedArchive> {
    let entries = try ArchiveReader.check(try UserFile.pieces(of: path)).entries
    try await quota.require(entries, in: client)
    try check(ArchiveReader(try UserFile.pieces(of: path)))
    var reader = ArchiveReader(try UserFile.pieces(of: path))
    let outcome = try await client.merge(pages: { try reader.next() })
    return Outcome(
      reply: MergedArchive(entries: entries, added: outcome.reply),
      signals: outcome.signals
    )
  }

  /// What is refused from a device is not accepted from a file either.
  private func check(_ archive: ArchiveReader) throws {
    var archive = archive
    let now = clock.now()
    while let facts = try archive.next() {
      for fact in facts where served.plain.look(at: fact, now: now).refusal != nil {
        throw DomainError(
          "import-refused",
          "The file has an entry that this server does not take: one that is too large, cannot be read, "
            + "or is about a day that has not begun anywhere. Nothing was imported."
        )
      }
    }
  }

  func changedHistory() async throws -> ChangedHistory? {
    try await served.chains.verify(client.space).changed
      .map { ChangedHistory(entry: $0.entry, isOnServer: true) }
  }
}
