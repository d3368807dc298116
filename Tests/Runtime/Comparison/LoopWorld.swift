import Bus
import Core
import Engine
import EngineDriving
import Journals
import Locks
import Loop
import TestKit

@testable import Runtime

/// A program as it really runs: on the loop, over a journal that it awaits.
final class LoopWorld: World {
  let journal = MemoryJournal()
  let clock = ManualClock(noon)
  private let heard = Heard()
  private var runtime: Runtime
  private var subscriptions: [Subscription] = []

  var told: [String] { heard.all }

  init(seed: UInt64) async throws {
    runtime = try LoopWorld.begin(journal, clock, seed)
    await listenAnew()
  }

  private static func begin(
    _ journal: MemoryJournal,
    _ clock: ManualClock,
    _ seed: UInt64
  ) throws -> Runtime {
    try start(comparedModules, journal, clock: clock, seed: seed)
  }

  private func listenAnew() async {
    let (runtime, heard) = (runtime, heard)
    subscriptions = await LoopActor.run {
      [
        Self.hear(Tallied.self, runtime, heard), Self.hear(TallyChanged.self, runtime, heard),
        Self.hear(TenReached.self, runtime, heard), Self.hear(Cheered.self, runtime, heard),
        Self.hear(Woken.self, runtime, heard), Self.hear(SummedUp.self, runtime, heard),
        Self.hear(FeatureUsed.self, runtime, heard),
        Self.hear(SpaceAdvanced.self, runtime, heard),
      ]
    }
  }

  @LoopActor
  private static func hear<E: Event>(
    _ event: E.Type,
    _ runtime: Runtime,
    _ heard: Heard
  ) -> Subscription {
    runtime.observe(event, as: "test") { heard.add("\($0.event) \($0.stamp)") }
  }

  func send<C: Command>(_ command: C) async throws -> Outcome<C.Reply> {
    try await settled { try await self.runtime.owner().send(command) }
  }

  func ask<Q: Query>(_ query: Q) async throws -> Q.Reply {
    try await settled { try await self.runtime.owner().ask(query) }
  }

  func run(_ amounts: [Int]) async throws -> Outcome<Int> {
    try await settled {
      try await self.runtime.owner().run { scope in
        try amounts.reduce(0) { try $0 + scope.send(AddTally(amount: $1)) }
      }
    }
  }

  func burst(_ amounts: [Int]) async -> [Result<Outcome<Int>, any Error>] {
    let (runtime, replies) = (runtime, SharedLocked<[Result<Outcome<Int>, any Error>]>([]))
    let last = AsyncStream.makeStream(of: Void.self)
    await LoopActor.run {
      for amount in amounts {
        let operation = SendOperation(AddTally(amount: amount), by: .owner) { result in
          let count = replies.withLock { replies in
            replies.append(result)
            return replies.count
          }
          if count == amounts.count { last.continuation.finish() }
        }
        runtime.spaces.submit(operation, to: space)
      }
    }
    for await _ in last.stream {}
    await rest()
    return replies.withLock { $0 }
  }

  func merge(_ facts: [FactRecord]) async throws -> Outcome<Int> {
    try await settled { try await self.runtime.owner().merge(facts) }
  }

  func refresh() async throws { try await settled { try await self.runtime.refresh(space) } }

  func handleDueAlarms() async throws -> Instant? {
    try await settled { try await self.runtime.handleDueAlarms() }
  }

  func restart(seed: UInt64) async throws {
    await runtime.close()
    runtime = try LoopWorld.begin(journal, clock, seed)
    await listenAnew()
  }

  func stateBytes() async -> [UInt8]? {
    let runtime = runtime
    return await LoopActor.run {
      guard let engine = runtime.spaces.spaces[space]?.engine else { return nil }
      return engine.phase == .ready ? engine.stateBytes : nil
    }
  }

  /// Waits until nothing is in progress after the answer, so that the next step starts at rest.
  private func settled<Answer>(_ body: () async throws -> Answer) async throws -> Answer {
    do {
      let answer = try await body()
      await rest()
      return answer
    } catch {
      await rest()
      throw error
    }
  }

  private func rest() async {
    let runtime = runtime
    var isIdle = false
    while !isIdle {
      isIdle = await LoopActor.run {
        runtime.spaces.spaces.values.allSatisfy { $0.engine.isIdle && !$0.engine.isRefreshDue }
      }
    }
  }
}
