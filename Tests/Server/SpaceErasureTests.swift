import Accounts
import Core
import FileSystem
import Journals
import Logging
import Replication
import Testing

@testable import trellis_server

/// What the operator's command erases, beside a server that runs and without one.
@Suite struct SpaceErasureTests {
  /// A server with an account that keeps something and was erased by a command.
  private struct Stage {
    let world: ServerWorld
    let erasure: SpaceErasure
    let space: SpaceID

    init() async throws {
      let world = try await ServerWorld.open()
      let ada = try await ServerBrowser.signUp(world)
      try await ada.addHabit("Zinnia 4711")
      let accounts = world.stores.accounts
      let account = try #require(try await accounts.accounts(by: .operator).first).id
      space = try await accounts.space(of: account, product: "streaks").id
      self.world = world
      erasure = SpaceErasure(
        configuration: world.configuration,
        data: world.stores.data,
        accounts: accounts,
        patience: .zero
      )
      #expect(try await entries() > 0)
      _ = try await accounts.eraseAccount("ada@example.org", by: .operator)
    }

    /// How many entries the server keeps of the account.
    func entries() async throws -> Int {
      let served = try #require(world.stores.products.all.first)
      return try await served.replicator.usage(of: space).facts
    }
  }

  @Test func `a server that runs erases what a command leaves to it, without a restart`()
    async throws
  {
    let stage = try await Stage()
    let lock = try stage.world.stores.data.take()
    defer { lock.release() }
    #expect(try await stage.erasure.finish().map(\.product) == ["streaks"])
    #expect(try await stage.entries() > 0)
    let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    try await ErasureWatch(services: stage.world.services, logger: logger).look()
    #expect(try await stage.entries() == 0)
    #expect(try await stage.erasure.finish().isEmpty)
  }

  @Test func `without a server the command erases everything itself`() async throws {
    let stage = try await Stage()
    #expect(try await stage.erasure.finish().isEmpty)
    #expect(try await stage.entries() == 0)
  }

  @Test func `a space that came back without its account is erased at the next start`()
    async throws
  {
    let stage = try await Stage()
    // As after a restore: the space was copied before its account was erased, the accounts after.
    try await stage.world.stores.accounts.confirmErasure(of: stage.space)
    #expect(try await stage.erasure.finish().isEmpty)
    #expect(try await stage.entries() > 0)
    try await stage.world.services.applyErasures()
    #expect(try await stage.entries() == 0)
  }

  @Test func `the ledger of a product says nothing of an account that is gone`() async throws {
    let stage = try await Stage()
    let (world, kept) = (stage.world, SpaceID(rawValue: 7))
    let ledger = try ServerStores.openLedger(
      of: "streaks",
      world.configuration,
      world.stores.data
    )
    for space in [stage.space, kept, stage.space] {
      try await ledger.note([erased(UInt128(space.rawValue % 1000))], of: space)
    }
    let path = world.stores.data.erasedFacts(of: "streaks")
    try LineLog(path).append([Array("{\"of\":\"a newer version\"}".utf8)])
    #expect(try ledger.spaces() == [stage.space, kept])
    try await world.services.applyErasures()
    #expect(try Set(ledger.read().keys) == [kept])
    let text = String(decoding: try FileContents.read(path), as: UTF8.self)
    #expect(!text.contains("\(stage.space)") && text.contains("a newer version"))
    // What is noted from now on is added to what is left.
    try await ledger.note([erased(8)], of: kept)
    #expect(try ledger.read()[kept]?.count == 2)
  }

  private func erased(_ number: UInt128) -> ErasedFact {
    let time = HybridTime(milliseconds: 1_795_176_000_000)
    let fact = FactRecord(
      id: FactID(rawValue: number),
      stamp: HybridTimestamp(clock: time, device: DeviceID(rawValue: 1)),
      kind: "tracking.habit-deleted",
      version: 1,
      entity: EntityID(rawValue: number),
      payload: Array("{}".utf8),
      erases: true
    )
    return ErasedFact(fact: fact, verdict: nil, received: time.instant)
  }

  @Test func `a command that nobody answers fails, and erases nothing`() throws {
    #expect(try EraseCommand.agrees("yes"))
    #expect(try !EraseCommand.agrees("no"))
    let error = #expect(throws: DomainError.self) { try EraseCommand.agrees(nil) }
    #expect(error?.message.contains("--yes") == true)
  }

  @Test func `the command says what is left, and who erases it`() {
    func words(_ left: [String]) -> String {
      EraseCommand.words(for: "ada@example.org", left, ["streaks", "sober"])
    }
    #expect(words([]) == "ada@example.org is erased, with all that the server kept of it.")
    #expect(words(["sober"]).contains("it goes on"))
    #expect(words(["sober", "hobbyist"]).contains("in hobbyist, which this server does not serve"))
  }
}
