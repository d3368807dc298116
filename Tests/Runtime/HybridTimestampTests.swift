import Core
import EngineDriving
import Journals
import LeakCheck
import Runtime
import TestKit
import Testing

@Suite(.leavesNothingBehind) struct HybridTimestampTests {
  private static let year: Int64 = 365 * 86_400

  private func stamps(in journal: MemoryJournal) throws -> [HybridTime] {
    try journal.read(space, after: 0, limit: 99).rows
      .map(\.fact.stamp).filter { $0.device == DeviceID(rawValue: 1) }.map(\.clock)
  }

  @Test func `a device with a wrong date does not drag the stamps of this one along`()
    async throws
  {
    let journal = MemoryJournal()
    let clock = ManualClock(noon)
    let runtime = try start(journal, clock: clock)
    try await runtime.send(AddTally(amount: 1))
    let wrong = foreign(#"{"amount":1}"#, at: noon.advanced(bySeconds: HybridTimestampTests.year))
    try await runtime.owner().merge([wrong])
    for _ in 0..<3 { try await runtime.send(AddTally(amount: 1)) }
    let limit = noon.advanced(byMilliseconds: HybridClock.maxDrift)
    #expect(HybridClock.maxDrift == 86_400_000)
    let made = try stamps(in: journal)
    #expect(made.count == 4)
    #expect(made.allSatisfy { $0.instant <= limit })
    #expect(zip(made, made.dropFirst()).allSatisfy { $0 < $1 })
  }

  @Test func `nor does it after a restart, or when another program took its fact in`()
    async throws
  {
    let journal = MemoryJournal()
    let early = try start(journal)
    _ = try await early.ask(TallyTotal())
    let wrong = foreign(#"{"amount":1}"#, at: noon.advanced(bySeconds: HybridTimestampTests.year))
    try await start(journal).owner().merge([wrong])
    try await early.refresh(space)
    try await early.send(AddTally(amount: 1))
    try await start(journal).send(AddTally(amount: 1))
    let made = try stamps(in: journal)
    #expect(made.count == 2)
    #expect(made.allSatisfy { $0.instant <= noon.advanced(byMilliseconds: HybridClock.maxDrift) })
    #expect(made[0] < made[1])
  }

  @Test func `own stamps grow when the clock was set back, also over a restart`() async throws {
    let journal = MemoryJournal()
    let clock = ManualClock(noon)
    let runtime = try start(journal, clock: clock)
    try await runtime.send(AddTally(amount: 1))
    clock.set(noon.advanced(bySeconds: -86_400))
    try await runtime.send(AddTally(amount: 1))
    try await start(journal, clock: clock).send(AddTally(amount: 1))
    clock.set(noon.advanced(bySeconds: 60))
    try await start(journal, clock: clock).send(AddTally(amount: 1))
    let made = try stamps(in: journal)
    #expect(made.count == 4)
    #expect(zip(made, made.dropFirst()).allSatisfy { $0 < $1 })
    #expect(made[3].instant == noon.advanced(bySeconds: 60))
  }

  @Test func `a stamp of another device that is not in the future is followed`() async throws {
    let journal = MemoryJournal()
    let runtime = try start(journal)
    let fact = foreign(#"{"amount":1}"#, at: noon.advanced(bySeconds: 100))
    try await runtime.owner().merge([fact])
    try await runtime.send(AddTally(amount: 1))
    // What happens here after it was received has a later timestamp.
    let made = try stamps(in: journal)
    #expect(made.count == 1 && made[0] > fact.stamp.clock)
  }
}
