import Core
import Glibc
import Journals
import LeakCheck
import Locks
import Loop
import Runtime
import Testing

@Suite(.leavesNothingBehind) struct MemoryTests {
  private func id(_ number: Int) -> SpaceID { SpaceID(rawValue: UInt128(number)) }

  @Test func `many spaces with little memory keep their own state`() async throws {
    let journal = RecordingJournal()
    let runtime = try start(journal, memoryLimit: 1)
    for round in 1...3 {
      for number in 1...20 {
        let total = try await runtime.send(AddTally(amount: number), to: id(number))
        #expect(total == number * round)
        // The spaces that were open before have been closed to free memory.
        #expect(await runtime.openSpaces() == 1)
      }
    }
    // Each was read again in each round.
    #expect(journal.record.readsAfter.count == 60)
  }

  @Test func `spaces without a snapshot weigh something too`() async throws {
    let runtime = try start(MemoryJournal(), memoryLimit: 64 << 10)
    for number in 1...40 {
      try await runtime.send(AddTally(amount: number), to: id(number))
    }
    #expect((2...16).contains(await runtime.openSpaces()))
  }

  @Test func `what was folded weighs more than nothing having happened`() async throws {
    let runtime = try start(MemoryJournal(), memoryLimit: 20 << 10)
    // Too few for a snapshot, which would be smaller than they are.
    let amounts = (1...900).map { _ in 1_000_000_000 }
    try await runtime.send(ImportTallies(amounts: amounts), to: id(1))
    try await runtime.send(AddTally(amount: 1), to: id(2))
    #expect(await runtime.openSpaces() == 1)
    // Two empty spaces fit into memory together.
    try await runtime.send(AddTally(amount: 1), to: id(3))
    #expect(await runtime.openSpaces() == 2)
    #expect(try await runtime.ask(TallyTotal(), in: id(1)) == 900_000_000_000)
  }

  @Test func `a space that is in use is not evicted`() async throws {
    let journal = RecordingJournal()
    let runtime = try start(journal, memoryLimit: 1)
    let hold = journal.holdOnce()
    async let reply = runtime.send(AddTally(amount: 5), to: id(1))
    await hold.waitUntilReached()
    _ = try await runtime.ask(TallyTotal(), in: id(2))
    #expect(await runtime.openSpaces() == 2)
    hold.release()
    #expect(try await reply == 5)
    _ = try await runtime.ask(TallyTotal(), in: id(3))
    #expect(await runtime.openSpaces() == 1)
  }

  @Test func `whoever has written to a space that is not open does not wait for the loop`()
    async throws
  {
    let runtime = try start(MemoryJournal(), memoryLimit: 1)
    // The first one is closed to make room for the second one.
    for number in 1...2 { _ = try await runtime.ask(TallyTotal(), in: id(number)) }
    #expect(await runtime.openSpaces() == 1)
    let (isHeld, mayEnd) = (SharedLocked(false), SharedLocked(false))
    async let hasWaited = LoopActor.run {
      isHeld.withLock { $0 = true }
      for _ in 0..<20_000 where !mayEnd.withLock({ $0 }) { usleep(500) }
      return !mayEnd.withLock { $0 }
    }
    while !isHeld.withLock({ $0 }) { await Task.yield() }
    for number in [1, 3] { try await runtime.refresh(id(number)) }
    mayEnd.withLock { $0 = true }
    #expect(await hasWaited == false)
  }
}
