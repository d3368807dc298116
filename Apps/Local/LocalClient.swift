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
  let home: Home

  var principal: Principal { client.principal }

  func ask<Q: Query>(_ query: Q) async throws -> Q.Reply { try await client.ask(query) }

  func send<C: Command>(_ command: C) async throws -> Outcome<C.Reply> {
    // Without a daemon, alarms fire here: only an alarm knows what quiet hours held back.
    if command is GiveDueNotices { _ = try await runtime.handleDueAlarms() }
    return try await client.send(command)
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

  func archive() async throws -> [UInt8] {
    let archive = try await SpaceArchive(of: client.space, in: journal)
    return Array((try JSON.pretty(archive) + "\n").utf8)
  }

  func merge(_ archive: [UInt8]) async throws -> Outcome<MergedArchive> {
    let facts = try SpaceArchive(reading: archive).facts
    let outcome = try await client.merge(facts)
    return Outcome(
      reply: MergedArchive(entries: facts.count, added: outcome.reply),
      signals: outcome.signals
    )
  }

  func backup() async throws -> [UInt8] {
    // Beside the journal, where only its owner can read it.
    let copy = "\(home.path)/.backup-\(UInt64.random(in: .min ... .max)).db"
    return try await Loop.offload { [journal] in
      defer { unlink(copy) }
      try journal.backup(to: copy)
      return try UserFile.read(copy)
    }
  }

  func eraseFromCopies() async throws {
    try await Loop.offload { [home] in try HomeCopies(home).followErasures() }
  }
}
