import Core
import Glibc
import Journals
import Loop
import Presentation
import RemindersContract
import Runtime
import SQLiteJournal

/// The client for this device's only space, through the runtime of this process.
struct LocalClient: SpaceClient {
  let client: RuntimeClient
  let runtime: Runtime
  let journal: SQLiteJournal
  let chains: RecentVerification
  let home: Home
  let product: Product

  var principal: Principal { client.principal }

  func ask<Q: Query>(_ query: Q) async throws -> Q.Reply {
    try await AnswerTimes.shared.watch(Q.self) { try await client.ask(query) }
  }

  func send<C: Command>(_ command: C) async throws -> Outcome<C.Reply> {
    // Without a daemon, alarms fire here: only an alarm knows what quiet hours have delayed.
    if command is GiveDueNotices { _ = try await runtime.handleDueAlarms() }
    return try await AnswerTimes.shared.watch(C.self) { try await client.send(command) }
  }

  func run<Answer: Sendable>(
    _ body: @escaping @Sendable (any SpaceScope) throws -> Answer
  ) async throws -> Outcome<Answer> {
    try await client.run(body)
  }

  func watch(_ body: (any ChangeFeed) async throws -> Void) async throws {
    let feed = try await FolderEvents.open(home.path, runtime, client.space)
    do {
      try await body(feed)
    } catch {
      await feed.close()
      throw error
    }
    await feed.close()
  }

  // MARK: Storage

  func archive(to write: ([UInt8]) async throws -> Void) async throws {
    try await HomeArchive.write(
      client.space,
      in: journal,
      of: home,
      product: product.name,
      to: write
    )
  }

  func merge(archiveAt path: String) async throws -> Outcome<MergedArchive> {
    // Everything is checked before anything is added.
    let entries = try ArchiveReader.check(try UserFile.pieces(of: path)).entries
    var reader = ArchiveReader(try UserFile.pieces(of: path))
    let copy = ImportCopy(home: home, journal: journal)
    let isCopied = try await Loop.offload { [product] in copy.make(product: product.name) }
    defer { copy.drop() }
    let outcome = try await client.merge(pages: { try reader.next() })
    let added = outcome.reply
    let now = try Home.clock().now()
    var canBeUndone = false
    if isCopied, added > 0 {
      canBeUndone = await copy.keep(added: added, in: client.space, at: now)
    }
    return Outcome(
      reply: MergedArchive(entries: entries, added: added, canBeUndone: canBeUndone),
      signals: outcome.signals
    )
  }

  func latestMerge() async throws -> LatestMerge? {
    try await ImportCopy(home: home, journal: journal).latest(in: client.space)
  }

  func undoMerge() async throws -> LatestMerge {
    let copy = ImportCopy(home: home, journal: journal)
    guard let latest = try await copy.latest(in: client.space) else {
      throw DomainError(
        "no-import",
        "There is no import that could be taken back. Nothing was changed."
      )
    }
    guard latest.entered == 0 else { throw latest.builtOn }
    try await copy.restore()
    return latest
  }

  func backup(to write: ([UInt8]) async throws -> Void) async throws {
    // Beside the journal, where only its owner can read it.
    let copy = "\(home.path)/.backup-\(UInt64.random(in: .min ... .max)).db"
    defer { unlink(copy) }
    try await Loop.offload { [journal, product] in
      try journal.backup(to: copy, product: product.name)
    }
    let next = try UserFile.pieces(of: copy)
    while case let piece = try next(), !piece.isEmpty { try await write(Array(piece)) }
  }

  func changedHistory() async throws -> ChangedHistory? {
    try await chains.verify(client.space).changed
  }

  func eraseFromCopies() async throws {
    try await Loop.offload { [home] in try HomeCopies(home).followErasures() }
  }
}
