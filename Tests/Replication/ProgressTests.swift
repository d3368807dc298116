import Core
import Journals
import Locks
import Replication
import SQLiteJournal
import Sync
import Testing

/// What is shown of a round while it runs.
@Suite struct ProgressTests {
  /// Ten pages in each direction.
  private static let count = 5000

  /// A history of a module that this program does not have: it need not fold what it passes on.
  private func history() -> [FactRecord] {
    (0..<ProgressTests.count).map { number in
      let clock = HybridTime(milliseconds: noon.milliseconds - day, counter: UInt16(number))
      return FactRecord(
        id: FactID(rawValue: UInt128(clock.rawValue) << 64 | UInt128(number)),
        stamp: HybridTimestamp(clock: clock, device: DeviceID(rawValue: 3)),
        kind: "journaling.entry-written",
        version: 1,
        entity: nil,
        payload: Array("{\"number\":\(number)}".utf8)
      )
    }
  }

  /// Notes what is shown during a round.
  private func watch(_ home: Home) async -> [SyncProgress] {
    let stream = home.replicator.progresses()
    let watching = Task {
      var seen: [SyncProgress] = []
      for await progress in stream {
        seen.append(progress)
        if progress.phase == .resting { break }
      }
      return seen
    }
    await home.settle()
    return await watching.value
  }

  private func expectRise(_ numbers: [Int], sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(numbers == numbers.sorted(), sourceLocation: sourceLocation)
    #expect(Set(numbers).count > 3, sourceLocation: sourceLocation)
  }

  @Test func `the progress of a first transfer of 5,000 facts only grows`() async throws {
    var limits = SpaceLimits()
    limits.unknownFacts = .max
    let world = try World(limits: limits)
    let (laptop, desk) = (try await Home("laptop", in: world), try await Home("desk", in: world))
    let given = AppendRequest(space: laptop.space, after: 0, facts: history())
    _ = try await laptop.journal.append([given])
    #expect(await laptop.replicator.status().waiting == ProgressTests.count)
    let sent = await watch(laptop)
    expectRise(sent.filter { $0.phase == .pushing }.map(\.pushed))
    #expect(sent.allSatisfy { $0.pushed <= $0.toPush && $0.pulled <= $0.toPull })
    #expect(sent.filter { $0.phase == .pushing }.allSatisfy { $0.toPush == ProgressTests.count })
    #expect(sent.last?.pushed == ProgressTests.count)
    let received = await watch(desk)
    expectRise(received.map(\.pulled))
    #expect(received.last?.pulled == ProgressTests.count)
    #expect(received.last?.toPull == ProgressTests.count)
    #expect(await desk.replicator.status().waiting == 0)
  }
}
