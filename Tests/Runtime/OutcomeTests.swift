import Core
import Journals
import LeakCheck
import Runtime
import Testing

@Suite(.leavesNothingBehind) struct OutcomeTests {
  @Test func `what an order reached is in its outcome, and not in the next one's`() async throws {
    let runtime = try start(MemoryJournal())
    let first = try await runtime.owner().send(AddTally(amount: 10))
    let second = try await runtime.owner().send(AddTally(amount: 1))
    let third = try await runtime.owner().send(AddTally(amount: 9))
    #expect(first.signals(of: TenReached.self).map(\.total) == [10])
    #expect(second.signals(of: TenReached.self).isEmpty)
    #expect(third.signals(of: TenReached.self).map(\.total) == [20])
  }

  @Test func `orders that share a batch keep their signals apart`() async throws {
    let runtime = try start(MemoryJournal())
    _ = try await runtime.ask(TallyTotal())
    let reached = try await withThrowingTaskGroup(of: [Int].self) { group in
      for _ in 0..<40 {
        group.addTask {
          let outcome = try await runtime.owner().send(AddTally(amount: 5))
          let signals = outcome.signals(of: TenReached.self).map(\.total)
          #expect(signals == (outcome.reply % 10 == 0 ? [outcome.reply] : []))
          return signals
        }
      }
      return try await group.reduce(into: []) { $0 += $1 }
    }
    #expect(reached.sorted() == (1...20).map { $0 * 10 })
  }

  @Test func `an order that is refused leaves its signals to nobody`() async throws {
    let runtime = try start(MemoryJournal())
    await #expect(throws: DomainError.self) {
      try await runtime.owner().run { scope in
        try scope.send(AddTally(amount: 10))
        try scope.send(AddTally(amount: 0))
      }
    }
    let next = try await runtime.owner().send(AddTally(amount: 1))
    #expect(next.signals(of: TenReached.self).isEmpty)
  }

  @Test func `the signals of an order that is run again are given once`() async throws {
    let journal = RecordingJournal()
    let (runtime, heard) = (try start(journal), Heard())
    let subscriptions = await listen(runtime, heard)
    _ = try await runtime.ask(TallyTotal())
    journal.conflict(times: 2)
    let outcome = try await runtime.owner().send(AddTally(amount: 10))
    #expect(outcome.signals(of: TenReached.self).map(\.total) == [10])
    _ = try await runtime.ask(TallyTotal())
    #expect(heard.all == ["fact 10", "change 10", "signal 10"])
    withExtendedLifetime(subscriptions) {}
  }
}
