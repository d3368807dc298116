import CommandKit
import Core
import Glibc
import Journals
import Loop
import Runtime
import SQLiteJournal

/// The way into the one space of this device: asks the runtime of this process.
struct RuntimeDoor: SpaceDoor {
  let runtime: Runtime
  let journal: SQLiteJournal
  let space: SpaceID
  let folder: String

  func ask<Q: Query>(_ query: Q) async throws -> Q.Reply { try await runtime.ask(query, in: space) }

  func send<C: Command>(_ command: C) async throws -> C.Reply {
    try await runtime.send(command, to: space)
  }

  func watch(_ body: (any ChangeFeed) async throws -> Void) async throws {
    let feed = try await FolderFeed.open(folder, runtime, space)
    do {
      try await body(feed)
    } catch {
      await feed.close()
      throw error
    }
    await feed.close()
  }

  // MARK: The storage as a whole

  func archive() async throws -> [UInt8] {
    try await Loop.offload { [journal, space] in
      Array((try JSON.pretty(SpaceArchive(of: space, in: journal)) + "\n").utf8)
    }
  }

  func adopt(_ archive: [UInt8]) async throws -> AdoptedArchive {
    let facts = try SpaceArchive(reading: archive).facts.map { try $0.fact() }
    let added = try await runtime.adopt(facts, into: space)
    return AdoptedArchive(entries: facts.count, added: added)
  }

  func backup() async throws -> [UInt8] {
    // Beside the journal, where its owner alone may look.
    let copy = "\(folder)/.backup-\(UInt64.random(in: .min ... .max)).db"
    return try await Loop.offload { [journal] in
      defer { unlink(copy) }
      try journal.backup(to: copy)
      return try TextFile.read(copy)
    }
  }
}
