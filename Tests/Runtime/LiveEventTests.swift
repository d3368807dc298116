import Core
import Engine
import Journals
import LeakCheck
import Locks
import Runtime
import Testing

/// What an observer hears who tells other programs of events.
@Suite(.leavesNothingBehind) struct LiveEventTests {
  private let modules: [any Module.Type] = [
    TallyModule.self, EchoModule.self, CheerModule.self, WitnessModule.self,
  ]

  /// A runtime, and what its observer hears.
  private func listening(
    _ journal: any Journal,
    to names: Set<String> = ["tally.tally-changed", "tally.ten-reached", SummedUp.name]
  ) async throws -> (Runtime, Heard) {
    let (runtime, heard) = (try start(modules, journal), Heard())
    await runtime.setLiveObserver(
      LiveObserver(
        wants: { names.contains($0) },
        receive: { live in
          let fields = (try? JSON.encode(live.event)) ?? []
          heard.add("\(type(of: live.event).name) \(String(decoding: fields, as: UTF8.self))")
        }
      )
    )
    return (runtime, heard)
  }

  @Test func `changes and signals of what happens here are heard once, when they are on disk`()
    async throws
  {
    let (runtime, heard) = try await listening(MemoryJournal())
    try await runtime.send(AddTally(amount: 10))
    #expect(
      heard.all == [#"tally.tally-changed {"total":10}"#, #"tally.ten-reached {"total":10}"#]
    )
  }

  @Test func `what is replayed, merged, imported or written by others is not heard`() async throws {
    let journal = MemoryJournal()
    try await start(modules, journal).send(AddTally(amount: 10))
    let (runtime, heard) = try await listening(journal, to: ["tally.tally-changed"])
    #expect(try await runtime.ask(TallyTotal()) == 10)
    try await runtime.owner().merge([foreign(#"{"amount":2}"#)])
    try await runtime.send(ImportTallies(amounts: [3]))
    try await start(modules, journal).send(AddTally(amount: 4))
    try await runtime.refresh(space)
    #expect(try await runtime.ask(TallyTotal()) == 19)
    #expect(heard.all.isEmpty)
    try await runtime.send(AddTally(amount: 2))
    #expect(heard.all == [#"tally.tally-changed {"total":21}"#])
  }

  @Test func `what merged facts make newly true is heard once`() async throws {
    let (runtime, heard) = try await listening(MemoryJournal())
    try await runtime.owner().merge([foreign(#"{"amount":10}"#)])
    try await runtime.owner().merge([foreign(#"{"amount":10}"#)])
    #expect(heard.all == [#"\#(SummedUp.name) {"total":10}"#])
  }

  @Test func `a signal that follows from no fact is given now and here`() async throws {
    let (runtime, stamps) = (
      try start(modules, MemoryJournal(), now: noon), SharedLocked<[HybridTimestamp]>([])
    )
    await runtime.setLiveObserver(
      LiveObserver(
        wants: { $0 == SummedUp.name },
        receive: { live in stamps.withLock { $0.append(live.stamp) } }
      )
    )
    try await runtime.owner().merge([foreign(#"{"amount":10}"#)])
    let now = HybridTime(milliseconds: noon.milliseconds)
    let given = HybridTimestamp(clock: now, device: DeviceID(rawValue: 1))
    #expect(stamps.withLock { $0 } == [given])
  }

  @Test func `nothing is heard of what the disk refuses, or of events that nobody wants`()
    async throws
  {
    let journal = MemoryJournal()
    let (runtime, heard) = try await listening(journal, to: ["tally.ten-reached"])
    try await runtime.send(AddTally(amount: 1))
    await #expect(throws: DomainError.self) { try await runtime.send(AddTally(amount: 0)) }
    await runtime.setLiveObserver(nil)
    try await runtime.send(AddTally(amount: 9))
    #expect(heard.all.isEmpty)
  }
}
