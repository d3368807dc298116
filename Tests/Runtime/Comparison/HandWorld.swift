import Core
import Engine
import EngineDriving
import EventDispatch
import Journals
import TestKit

/// The same program without loop, tasks or threads, as the test kit and simulations run it.
final class HandWorld: World {
  let journal = MemoryJournal()
  let clock = ManualClock(noon)
  private(set) var told: [String] = []
  private var driver: EngineDriver

  init(seed: UInt64) throws {
    let bus = LocalBus()
    driver = try HandWorld.begin(journal, clock, seed, on: bus)
    listen(on: bus)
  }

  private static func begin(
    _ journal: MemoryJournal,
    _ clock: ManualClock,
    _ seed: UInt64,
    on bus: LocalBus
  ) throws -> EngineDriver {
    EngineDriver(
      space: space,
      modules: try ModuleSet(comparedModules, on: bus),
      environment: EngineEnvironment(
        clock: clock,
        device: DeviceID(rawValue: 1),
        random: SplitMix64(seed: seed)
      ),
      journal: journal
    )
  }

  private func listen(on bus: LocalBus) {
    hear(Tallied.self, on: bus)
    hear(TallyChanged.self, on: bus)
    hear(TenReached.self, on: bus)
    hear(Cheered.self, on: bus)
    hear(Woken.self, on: bus)
    hear(SummedUp.self, on: bus)
    hear(FeatureUsed.self, on: bus)
    hear(SpaceAdvanced.self, on: bus)
  }

  private func hear<E: Event>(_ event: E.Type, on bus: LocalBus) {
    bus.subscribers(of: CommittedEvent<E>.self).subscribe("test") { [unowned self] in
      told.append("\($0.event) \($0.stamp)")
    }
  }

  func send<C: Command>(_ command: C) throws -> Outcome<C.Reply> {
    try driver.decide { SendOperation(command, by: .owner, $0) }
  }

  func ask<Q: Query>(_ query: Q) throws -> Q.Reply {
    try driver.perform { AskOperation(query, by: .owner, $0) }
  }

  func run(_ amounts: [Int]) throws -> Outcome<Int> {
    try driver.decide { completion in
      RunOperation(
        by: .owner,
        { scope in try amounts.reduce(0) { try $0 + scope.send(AddTally(amount: $1)) } },
        completion
      )
    }
  }

  func burst(_ amounts: [Int]) -> [Result<Outcome<Int>, any Error>] {
    var results: [Result<Outcome<Int>, any Error>] = []
    for amount in amounts {
      driver.engine.submit(
        SendOperation(AddTally(amount: amount), by: .owner) { results.append($0) }
      )
    }
    do {
      try driver.settle()
    } catch {
      results.append(.failure(error))
    }
    return results
  }

  func merge(_ facts: [FactRecord]) throws -> Outcome<Int> {
    let known = try journal.known(facts.map(\.id), in: space)
    let fresh = try driver.modules.readers.merging(facts.filter { !known.contains($0.id) })
    guard !fresh.isEmpty else { return Outcome(reply: 0) }
    return try driver.perform { MergeOperation(fresh, $0) }
  }

  func refresh() throws {
    guard driver.engine.wasOpened else { return }
    try driver.refresh()
    try driver.settle()
  }

  func handleDueAlarms() throws -> Instant? {
    let names = Set(driver.modules.manifests.map(\.name))
    let now = clock.now()
    let claim = AlarmClaim(
      now: now,
      until: now.advanced(bySeconds: 60),
      modules: names,
      limit: 100
    )
    for alarm in try journal.claimAlarms(claim) {
      driver.engine.submit(WakeOperation(alarm) { _ in })
    }
    try driver.settle()
    return try journal.nextAlarm(of: names)
  }

  func restart(seed: UInt64) throws {
    if driver.engine.isSnapshotDue(closing: true) { try driver.keepSnapshot() }
    let bus = LocalBus()
    driver = try HandWorld.begin(journal, clock, seed, on: bus)
    listen(on: bus)
  }

  func stateBytes() -> [UInt8]? {
    driver.engine.phase == .ready ? driver.engine.stateBytes : nil
  }
}
