import Core
import Journals
import Logging
import Presentation
import Products
import Replication
import Runtime
import Testing
import TrackingContract

@testable import trellis_server

@Suite struct SpaceNewsTests {
  private let space = SpaceID(rawValue: 7)

  @Test func `an open page hears of what a device adds to a space that was closed to make room`()
    async throws
  {
    let journal = MemoryJournal()
    let runtime = try Runtime(
      modules: Product.streaks.modules,
      journal: journal,
      device: DeviceID(rawValue: 1),
      policies: Product.streaks.policies,
      memoryLimit: 1
    )
    let replicator = ServerReplicator(ServerReplicator.Configuration(journal: journal))
    let news = SpaceNews(replicator, Logger(label: "news"))
    await news.follow(runtime)
    _ = try await runtime.client(for: .owner, in: space).position()
    #expect(!news.hasListeners(in: space))
    var heard = await news.stream(of: space).makeAsyncIterator()
    #expect(news.hasListeners(in: space))
    _ = try await runtime.client(for: .owner, in: SpaceID(rawValue: 8)).position()
    #expect(await runtime.openSpaces() == 1)

    let fact = try FactRecord(
      HabitDeleted(habit: HabitID(rawValue: 1)),
      id: FactID(rawValue: 1),
      stamp: HybridTimestamp(clock: HybridTime(milliseconds: 5), device: DeviceID(rawValue: 9))
    )
    _ = try journal.append([AppendRequest(space: space, after: 0, facts: [fact])])
    try await runtime.refresh(space)
    await news.readOn(space, in: runtime)
    let first = await heard.next()
    #expect(first == 1)
    // It is told once, whoever looks again.
    await news.readOn(space, in: runtime)
    await news.publish(space, at: 2)
    let second = await heard.next()
    #expect(second == 2)
    await news.close()
    #expect(!news.hasListeners(in: space))
    await runtime.close()
  }
}
