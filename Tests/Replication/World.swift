import Core
import Engine
import EngineDriving
import EventDispatch
import Journals
import Locks
import Replication
import SQLiteJournal
import Testing
import TrackingDomain

let modules: [any Module.Type] = [TrackingModule.self]
let account = SpaceID(rawValue: 0xACC0)

/// A server over a file, and the time.
final class World: Sendable {
  let folder: Folder
  let time = ManualClock(noon)
  private let served: Locked<ServerReplicator>
  let rules: ProductRules
  private let signer: ReceiptSigner?
  /// What was doubted.
  private let doubts = Locked<[SyncFlag]>([])
  private let erasures = Locked<[ErasedFact]>([])
  private let depth: Int
  private let willErase: @Sendable (SpaceID, [ErasedFact]) async throws -> Void

  init(
    signer: ReceiptSigner? = nil,
    limits: SpaceLimits = SpaceLimits(),
    depth: Int = 16,
    willErase: @escaping @Sendable (SpaceID, [ErasedFact]) async throws -> Void = { _, _ in }
  ) throws {
    folder = try Folder()
    self.signer = signer
    self.depth = depth
    self.willErase = willErase
    rules = ProductRules(readers: try ModuleSet(modules, on: LocalBus()).readers, limits: limits)
    served = Locked(ServerReplicator(ServerReplicator.Configuration(journal: MemoryJournal())))
    restart()
  }

  var server: ServerReplicator { served.withLock { $0 } }
  var flags: [SyncFlag] { doubts.withLock { $0 } }
  /// What was erased, as it is kept outside of the backups.
  var erased: [ErasedFact] { erasures.withLock { $0 } }

  /// The server's program ends.
  func stop() {
    let nobody = ServerReplicator(ServerReplicator.Configuration(journal: MemoryJournal()))
    served.withLock { $0 = nobody }
  }

  /// The server's program ends and starts again.
  func restart() {
    stop()
    guard let journal = try? SQLiteJournal(path: "\(folder.path)/server.db") else {
      Issue.record("the server's file cannot be opened")
      return
    }
    var configuration = ServerReplicator.Configuration(journal: journal)
    configuration.clock = time
    configuration.signer = signer
    configuration.depth = depth
    let willErase = willErase
    configuration.willErase = { [weak self] space, facts in
      try await willErase(space, facts)
      self?.erasures.withLock { $0 += facts }
    }
    let made = ServerReplicator(configuration)
    served.withLock { $0 = made }
  }

  func answer(_ document: [UInt8], with rules: (any SyncRules)? = nil) async throws -> [UInt8] {
    let reply = try await server.answer(document, in: account, rules: rules ?? self.rules)
    doubts.withLock { $0 += reply.flags }
    return reply.document
  }

  func journal() throws -> SQLiteJournal { try SQLiteJournal(path: "\(folder.path)/server.db") }

  func pass(_ milliseconds: Int64) { time.set(time.now().advanced(byMilliseconds: milliseconds)) }
}

/// What the modules' states are when the rows of a space are folded from the beginning.
func states(of space: SpaceID, in journal: any Journal) async throws -> [UInt8] {
  let rows = try await journal.read(space, after: 0, limit: .max >> 1).rows
  let copy = MemoryJournal()
  let copied = AppendRequest(space: space, after: 0, facts: rows.map(\.fact))
  #expect(try copy.append([copied]) == [.appended(head: rows.count)])
  let driver = EngineDriver(
    space: space,
    modules: try ModuleSet(modules, on: LocalBus()),
    environment: EngineEnvironment(
      clock: ManualClock(noon),
      device: DeviceID(rawValue: 1),
      random: SplitMix64(seed: 1)
    ),
    journal: copy
  )
  try driver.open()
  return driver.engine.stateBytes
}

/// The facts of a space, without what copies know each on their own.
func facts(of space: SpaceID, in journal: any Journal) async throws -> [FactID: FactRecord] {
  let rows = try await journal.read(space, after: 0, limit: .max >> 1).rows
  let own = rows.map(\.fact).filter { $0.kind != Amendment.kind }
  #expect(Set(own.map(\.id)).count == own.count, "a journal has a fact twice")
  return Dictionary(own.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
}
