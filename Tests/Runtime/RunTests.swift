import Core
import Journals
import LeakCheck
import Runtime
import Synchronization
import Testing

@Suite(.leavesNothingBehind) struct RunTests {
  @Test func `orders and questions in one go see each other and are kept together`() async throws {
    let journal = RecordingJournal()
    let runtime = try start([TallyModule.self, EchoModule.self], journal)
    let outcome = try await runtime.owner().run { scope in
      let before = try scope.ask(TallyTotal())
      let first = try scope.send(AddTally(amount: 4))
      let between = try scope.ask(EchoCount())
      let second = try scope.send(AddTally(amount: 6))
      return [before, first, between.changes, second, try scope.ask(TallyTotal())]
    }
    #expect(outcome.reply == [0, 4, 1, 10, 10])
    #expect(outcome.signals(of: TenReached.self).map(\.total) == [10])
    #expect(journal.record.appends == [2])
  }

  @Test func `an order refused in the middle leaves the earlier ones kept`() async throws {
    let journal = MemoryJournal()
    let runtime = try start(journal)
    await #expect(throws: DomainError("not-positive", "Add something.")) {
      try await runtime.owner().run { scope in
        try scope.send(AddTally(amount: 4))
        try scope.send(AddTally(amount: 0))
        try scope.send(AddTally(amount: 5))
      }
    }
    #expect(try journal.read(space, after: 0, limit: 9).head == 1)
    #expect(try await runtime.ask(TallyTotal()) == 4)
  }

  @Test func `of orders that are sent together all are kept, or none if one is refused`()
    async throws
  {
    let journal = MemoryJournal()
    let runtime = try start(journal)
    let amounts = { (amounts: [Int]) in amounts.map { AddTally(amount: $0) } }
    let refused = amounts([4, 0, 5])
    await #expect(throws: DomainError("not-positive", "Add something.")) {
      try await runtime.owner().run { try $0.send(all: refused) }
    }
    #expect(try journal.read(space, after: 0, limit: 9).head == 0)
    let good = amounts([4, 5])
    #expect(try await runtime.owner().run { try $0.send(all: good) }.reply == [4, 9])
    #expect(try journal.read(space, after: 0, limit: 9).head == 2)
  }

  @Test func `a refusal that is caught does not end the work`() async throws {
    let runtime = try start(MemoryJournal())
    let outcome = try await runtime.owner().run { scope in
      try scope.send(AddTally(amount: 4))
      #expect(throws: DomainError.self) { try scope.send(AddTally(amount: 0)) }
      return try scope.send(AddTally(amount: 5))
    }
    #expect(outcome.reply == 9)
  }

  @Test func `after a conflict all of it is run again and nothing is doubled`() async throws {
    let journal = MemoryJournal()
    let runtime = try start(journal)
    #expect(try await runtime.ask(TallyTotal()) == 0)
    // Another program writes before this one notices.
    try await start(journal).send(AddTally(amount: 100))
    let runs = Atomic(0)
    let outcome = try await runtime.owner().run { scope in
      runs.wrappingAdd(1, ordering: .relaxed)
      try scope.send(AddTally(amount: 4))
      return try scope.send(AddTally(amount: 6))
    }
    #expect(runs.load(ordering: .relaxed) == 2)
    #expect(outcome.reply == 110)
    #expect(outcome.signals(of: TenReached.self).map(\.total) == [110])
    #expect(try journal.read(space, after: 0, limit: 9).head == 3)
    #expect(try await start(journal).ask(TallyTotal()) == 110)
  }

  @Test func `questions alone write nothing, and know what is answered`() async throws {
    let journal = RecordingJournal()
    let runtime = try start(journal)
    let outcome = try await runtime.owner().run { scope in
      #expect(scope.principal == .owner)
      #expect(scope.answers(TallyTotal.self))
      #expect(!scope.answers(EchoCount.self))
      #expect(try scope.askIfAvailable(EchoCount()) == nil)
      return try scope.ask(TallyTotal())
    }
    #expect(outcome.reply == 0)
    #expect(journal.record.appends.isEmpty)
  }
}
