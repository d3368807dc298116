import LeakCheck
import Loop
import Testing

@Suite(.leavesNothingBehind, .doesNotHang)
struct OffloadTests {
  @Test func `work runs off the loop and its result comes back on it`() async throws {
    let done = Promise<(ran: Bool, back: Bool)>()
    try await LoopActor.run {
      try Loop.offload(
        { !LoopActor.loop.isOnLoop },
        then: { done.resume((ran: $0, back: LoopActor.loop.isOnLoop)) }
      )
    }
    let seen = await done.value
    #expect(seen?.ran == true)
    #expect(seen?.back == true)
  }

  @Test func `a result or an error is awaited`() async throws {
    struct Refused: Error {}
    #expect(try await Loop.offload { 6 * 7 } == 42)
    await #expect(throws: Refused.self) { try await Loop.offload { throw Refused() } }
  }

  @Test func `the loop goes on while work blocks`() async throws {
    let gate = Gate()
    async let blocked = Loop.offload { gate.wait() }
    // This would not return if the loop waited for the gate.
    for _ in 0..<10 { await LoopActor.run {} }
    gate.open()
    #expect(try await blocked)
  }

  @Test func `many pieces of work all come back`() async throws {
    let sum = try await withThrowingTaskGroup(of: Int.self) { group in
      for number in 1...200 { group.addTask { try await Loop.offload { number } } }
      return try await group.reduce(0, +)
    }
    #expect(sum == 20_100)
  }
}
