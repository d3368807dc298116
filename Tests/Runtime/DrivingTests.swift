import Bus
import Core
import Engine
import Journals
import LeakCheck
import Loop
import TestKit
import Testing

@testable import Runtime

/// How the runtime drives its engines: behaviour that depends on the order of work on the loop.
@Suite(.leavesNothingBehind, .doesNotHang) struct DrivingTests {
  private let full = JournalError(.full, "The disk is full.")

  @Test func `requests that come together have a space read once`() async throws {
    let base = MemoryJournal()
    for amount in 1...3 { try await start(base).send(AddTally(amount: amount)) }
    let journal = RecordingJournal(base)
    let runtime = try start(journal)
    let totals = AsyncStream.makeStream(of: Int?.self)
    await LoopActor.run {
      for _ in 0..<2 {
        runtime.spaces.submit(
          AskOperation(TallyTotal(), by: .owner) { totals.continuation.yield(try? $0.get()) },
          to: space
        )
      }
    }
    var heard: [Int?] = []
    for await total in totals.stream {
      heard.append(total)
      if heard.count == 2 { break }
    }
    #expect(heard == [6, 6])
    #expect(journal.record.readsAfter == [0])
  }

  @Test func `a decision that only tells is told at once`() async throws {
    let runtime = try start([HeraldModule.self], MemoryJournal())
    let heard = Heard()
    let subscription = await LoopActor.run {
      runtime.observe(Proclaimed.self, as: "test") { heard.add($0.event.text) }
    }
    let outcome = try await runtime.owner().send(Proclaim(text: "hear"))
    #expect(outcome.signals(of: Proclaimed.self).map(\.text) == ["hear"])
    await LoopActor.run {}
    #expect(heard.all == ["hear"])
    withExtendedLifetime(subscription) {}
  }

  @Test func `an order that fails in the middle of history leaves the next one live`()
    async throws
  {
    let journal = MemoryJournal()
    let runtime = try start([HeraldModule.self, TallyModule.self], journal)
    await #expect(throws: DomainError.self) { try await runtime.send(Misremember()) }
    let next = try await runtime.owner().send(AddTally(amount: 10))
    #expect(next.signals(of: TenReached.self).count == 1)
    #expect(try journal.read(space, after: 0, limit: 9).head == 1)
  }

  @Test func `a reaction may decide history, which is told as such`() async throws {
    let runtime = try start(
      [HeraldModule.self, TallyModule.self, WitnessModule.self],
      MemoryJournal()
    )
    let outcome = try await runtime.owner().send(Proclaim(text: "remember"))
    #expect(outcome.signals(of: TenReached.self).isEmpty)
    #expect(try await runtime.ask(WitnessNotes()).notes == ["10 merged monday"])
  }

  @Test func `a question is answered when the alarms of the past cannot be kept`() async throws {
    let base = MemoryJournal()
    try await start(base).send(AddTally(amount: 1))
    let journal = RecordingJournal(base)
    let runtime = try start([TallyModule.self, AlarmModule.self], journal)
    journal.failOnce(full)
    #expect(try await runtime.ask(TallyTotal()) == 1)
    #expect(try await runtime.ask(TallyTotal()) == 1)
    try await runtime.send(AddTally(amount: 1))
    #expect(base.alarms.count == 1)
  }

  @Test func `a space that could not be read once is read by whoever asks next`() async throws {
    let base = MemoryJournal()
    try await start(base).send(AddTally(amount: 4))
    let journal = RecordingJournal(base)
    let runtime = try start(journal)
    journal.failReadOnce(JournalError(.busy, "Another program is writing."))
    await #expect(throws: JournalError.self) { try await runtime.ask(TallyTotal()) }
    #expect(await runtime.openSpaces() == 0)
    #expect(try await runtime.ask(TallyTotal()) == 4)
  }

  @Test func `a damaged space keeps no other from being written`() async throws {
    let journal = RecordingJournal()
    let runtime = try start(journal)
    let ids = [1, 2, 3].map { SpaceID(rawValue: $0) }
    for id in ids { _ = try await runtime.ask(TallyTotal(), in: id) }
    journal.damage(ids[1])
    let replies = AsyncStream.makeStream(of: String.self)
    // In one turn of the loop, so that they share a batch.
    await LoopActor.run {
      for id in ids {
        let order = SendOperation(AddTally(amount: 3), by: .owner) { result in
          let reply = (try? result.get()).map { "\($0.reply)" } ?? "failed"
          replies.continuation.yield("\(id.rawValue) \(reply)")
        }
        runtime.spaces.submit(order, to: id)
      }
    }
    var heard: [String] = []
    for await reply in replies.stream {
      heard.append(reply)
      if heard.count == 3 { break }
    }
    #expect(heard.sorted() == ["1 3", "2 failed", "3 3"])
    #expect(journal.record.appends == [3, 1, 1, 1])
  }

  // MARK: Other writers

  @Test func `what others wrote while a space could not be read is told later`() async throws {
    let base = MemoryJournal()
    let journal = RecordingJournal(base)
    let (runtime, heard) = (try start(journal), Heard())
    _ = try await runtime.ask(TallyTotal())
    try await runtime.followExternalWrites()
    let subscriptions = await listen(runtime, heard)
    let told = AsyncStream.makeStream(of: Void.self)
    let last = await LoopActor.run {
      runtime.observe(TallyChanged.self, as: "test") {
        if $0.event.total == 11 { told.continuation.finish() }
      }
    }
    let other = try start(base)
    journal.failReadOnce(JournalError(.busy, "Another program is writing."))
    for amount in [5, 6] { try await other.send(AddTally(amount: amount)) }
    for await _ in told.stream {}
    #expect(heard.all == ["fact 5", "change 5", "fact 6", "change 11"])
    withExtendedLifetime((subscriptions, last)) {}
  }

  @Test func `others are followed also after an order could not be kept`() async throws {
    let base = MemoryJournal()
    let journal = RecordingJournal(base)
    let runtime = try start(journal)
    _ = try await runtime.ask(TallyTotal())
    try await runtime.followExternalWrites()
    let told = AsyncStream.makeStream(of: Int.self)
    let subscription = await LoopActor.run {
      runtime.observe(SpaceAdvanced.self, as: "test") { told.continuation.yield($0.event.sequence) }
    }
    journal.failOnce(full)
    await #expect(throws: JournalError.self) { try await runtime.send(AddTally(amount: 1)) }
    try await start(base).send(AddTally(amount: 5))
    #expect(await told.stream.first { _ in true } == 1)
    withExtendedLifetime(subscription) {}
  }

  @Test func `a sign of others that finds only questions waiting is followed behind them`()
    async throws
  {
    let base = MemoryJournal()
    let journal = RecordingJournal(base)
    let runtime = try start(journal)
    _ = try await runtime.ask(TallyTotal())
    let told = AsyncStream.makeStream(of: Int.self)
    let subscription = await LoopActor.run {
      runtime.observe(Tallied.self, as: "test") { committed in
        told.continuation.yield(committed.event.amount)
        // Arrives between the journal's result and the reply to the query.
        if committed.event.amount == 1 {
          Task { @LoopActor in try? await runtime.spaces.refresh(space) }
        }
      }
    }
    let hold = journal.holdOnce()
    async let reply = runtime.send(AddTally(amount: 1))
    await hold.waitUntilReached()
    async let answer = runtime.ask(TallyTotal())
    await LoopActor.run {}
    try await start(base).send(AddTally(amount: 10))
    hold.release()
    #expect(try await (reply, answer) == (1, 1))
    var heard: [Int] = []
    for await amount in told.stream {
      heard.append(amount)
      if heard.count == 2 { break }
    }
    #expect(heard == [1, 10])
    withExtendedLifetime(subscription) {}
  }

  @Test func `an alarm that others set is heard of by a conflict`() async throws {
    let base = MemoryJournal()
    let journal = RecordingJournal(base)
    let modules: [any Module.Type] = [TallyModule.self, AlarmModule.self, WeekModule.self]
    let runtime = try start(modules, journal, now: noon.advanced(bySeconds: 7200))
    _ = try await runtime.ask(TallyTotal())
    await runtime.startAlarms()
    // Checks once, finds nothing and would sleep for an hour.
    for await _ in journal.looks { break }
    let woken = AsyncStream.makeStream(of: Void.self)
    let subscription = await LoopActor.run {
      runtime.observe(Woken.self, as: "test") { _ in woken.continuation.finish() }
    }
    try await start(modules, base).send(AddTally(amount: 1))
    try await runtime.send(MoveWeek(start: .sunday))
    for await _ in woken.stream {}
    #expect(try await runtime.ask(WakeCount()) == 1)
    await runtime.close()
    withExtendedLifetime(subscription) {}
  }

  // MARK: Closing

  @LoopActor
  private func loneSpaces(over journal: any Journal) throws -> SpacePool {
    SpacePool(
      journal: journal,
      modules: try ModuleSet([TallyModule.self], on: Bus()),
      environment: EngineEnvironment(
        clock: FixedClock(noon),
        device: DeviceID(rawValue: 1),
        random: SplitMix64(seed: 1)
      ),
      memoryLimit: 1
    )
  }

  @Test func `an order is seen through when nobody holds the runtime any more`() async throws {
    let journal = RecordingJournal()
    journal.conflict(times: 2)
    let replies = AsyncStream.makeStream(of: Int?.self)
    try await onLoop {
      try loneSpaces(over: journal).submit(
        SendOperation(AddTally(amount: 3), by: .owner) {
          replies.continuation.yield(try? $0.get().reply)
        },
        to: space
      )
    }
    #expect(await replies.stream.first { _ in true } == 3)
    #expect(journal.record.appends == [1, 1, 1])
  }

  @Test func `a runtime that is let go while it looks at its alarms ends in peace`() async throws {
    let journal = RecordingJournal()
    try await onLoop {
      let spaces = try loneSpaces(over: journal)
      spaces.startAlarms()
    }
    // By then the check that was started has run.
    for _ in 0..<3 { await LoopActor.run {} }
    #expect(journal.record.appends.isEmpty)
  }

  @LoopActor
  private func onLoop(_ body: @LoopActor () throws -> Void) rethrows { try body() }
}
