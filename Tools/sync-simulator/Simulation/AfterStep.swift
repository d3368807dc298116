import Core
import Journals
import Sync

/// The invariants that hold after every step, whatever is in progress.
///
/// The numbers are those of `Modules/Kernel/Sync/README.md`. What only holds once nothing is in
/// progress is in ``AtRest``.
struct AfterStep {
  /// What a copy had after the step before.
  private struct Held {
    /// How often it was restored until then.
    let restores: Int
    let facts: Set<FactID>
  }

  private var held: [ObjectIdentifier: Held] = [:]

  mutating func check(_ simulation: Simulation) throws {
    try checkFacts("the server", simulation.server.installation)
    for device in simulation.devices {
      try checkFacts(device.name, device.installation)
      try checkCursor(of: device)
      guard device.lateSignals == 0 else {
        throw fail("10: \(device.name) gave signals about the past")
      }
    }
    if let late = simulation.numbers.tooLate { throw fail("8: \(late)") }
  }

  /// 1, 2: a copy loses nothing unless it is restored, and has nothing twice.
  private mutating func checkFacts(_ name: String, _ copy: Installation) throws {
    let ids = try copy.rows().map(\.fact).filter { $0.kind != Amendment.kind }.map(\.id)
    let now = Held(restores: copy.restores, facts: Set(ids))
    guard now.facts.count == ids.count else { throw fail("2: \(name) has a fact twice") }
    guard let before = held.updateValue(now, forKey: ObjectIdentifier(copy)),
      before.restores == now.restores
    else { return }
    guard before.facts.isSubset(of: now.facts) else { throw fail("1: \(name) has lost a fact") }
  }

  /// 4: everything up to the stored cursor is stored.
  private func checkCursor(of device: SimulatedDevice) throws {
    guard let state = try device.journal.syncState(of: device.space) else { return }
    let cursor = try DeviceState(state).cursor.position
    guard cursor > 0 else { return }
    let entries = try device.journal.entries(in: device.space, after: 0, limit: cursor)
    let known = try device.journal.known(entries.map(\.fact), in: device.space)
    guard entries.count == cursor, entries.last?.position == cursor,
      entries.allSatisfy({ known.contains($0.fact) })
    else { throw fail("4: \(device.name) does not hold what its cursor says") }
  }

  private func fail(_ words: String) -> Simulation.Failure {
    Simulation.Failure(description: words)
  }
}
