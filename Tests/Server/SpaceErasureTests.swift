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
    // As after a restore: the space was copied before its account was erased, the accounts after it.
    try await stage.world.stores.accounts.confirmErasure(of: stage.space)
    #expect(try await stage.erasure.finish().isEmpty)
    #expect(try await stage.entries() > 0)
    try await stage.world.services.applyErasures()
    #expect(try await stage.entries() == 0)
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
