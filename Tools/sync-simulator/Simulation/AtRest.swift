import Core
import Journals
import Sync

/// The invariants that hold once nothing is in progress, in addition to those of ``AfterStep``.
///
/// The numbers are those of `Modules/Kernel/Sync/README.md`.
struct AtRest {
  private let simulation: Simulation
  private let copies: [HeldCopy]

  /// - Parameter copies: what the server and the devices hold, that of the server first.
  init(_ simulation: Simulation, _ copies: [HeldCopy]) {
    self.simulation = simulation
    self.copies = copies
  }

  func check() throws -> Simulation.Report {
    try checkFacts()
    try checkStates()
    try checkIdentities()
    if !simulation.devices.contains(where: \.isCopy) { try checkDrift() }
    try checkVerdicts()
    try checkErasures()
    return try compareWithTruth()
  }

  private func fail(_ words: String) -> Simulation.Failure {
    Simulation.Failure(description: words)
  }

  /// 1: what one copy has, all copies have.
  private func checkFacts() throws {
    let all = copies.reduce(into: Set<FactID>()) { $0.formUnion($1.factsByID.keys) }
    for copy in copies {
      let missing = all.subtracting(copy.factsByID.keys)
      guard missing.isEmpty else { throw fail("1: \(copy.name) lacks \(missing.count) facts") }
    }
  }

  /// 3: all copies with the same modules have the same state, whatever they were in the meantime.
  private func checkStates() throws {
    for copy in copies { try copy.installation.open() }
    for same in Dictionary(grouping: copies, by: \.installation.modules).values {
      for copy in same { try copy.checkState(against: same.prefix(1), foldsAnew: true) }
    }
  }

  /// 9: no two devices have the same identity.
  ///
  /// A copy that has made nothing since cannot be distinguished from its original.
  private func checkIdentities() throws {
    for (device, states) in Dictionary(
      grouping: simulation.devices.compactMap(\.state),
      by: \.author
    ) {
      guard Set(states.map(\.numbered)).count == 1 else {
        throw fail("9: two devices are \(device.rawValue)")
      }
    }
  }

  /// 8: clocks of others move a device's clock by a day at most; a copy has the same identity.
  private func checkDrift() throws {
    for device in simulation.devices where try device.installation.drift() > HybridClock.maxDrift {
      throw fail("8: \(device.name) follows a clock that is wrong")
    }
  }

  /// 5, 6: every fact has one verdict, the same everywhere, and a refused one is known as such.
  private func checkVerdicts() throws {
    var stamps: Set<HybridTimestamp> = []
    for fact in copies[0].facts {
      guard let verdict = copies[0].entries[fact.id]?.verdict else {
        throw fail("5: \(fact.id) has no verdict")
      }
      if let clock = verdict.clock,
        !stamps.insert(HybridTimestamp(clock: clock, device: fact.stamp.device)).inserted
      {
        throw fail("8: two facts count with the same timestamp")
      }
      for copy in copies where copy.verdict(on: fact) != verdict {
        throw fail("5: \(copy.name) counts \(fact.id) otherwise than the server")
      }
    }
  }

  /// 7: what was erased is nowhere.
  private func checkErasures() throws {
    let erased = Set(
      copies.flatMap { $0.facts.filter { $0.kind == NoteErased.name }.compactMap(\.entity) }
    ).union(simulation.server.erased)
    for copy in copies {
      for fact in copy.facts where fact.kind == NoteWritten.name && fact.payload != nil {
        if let entity = fact.entity, erased.contains(entity) {
          throw fail("7: \(copy.name) still has what was erased")
        }
      }
    }
  }

  /// 8: of two values of a note the truly later one wins, if the clocks make that knowable.
  private func compareWithTruth() throws -> Simulation.Report {
    var report = Simulation.Report()
    report.facts = copies[0].facts.count
    guard !simulation.mayDecideAgain, !simulation.hasImported else { return report }
    let entries = copies[0].entries
    var written: [EntityID: [Writing]] = [:]
    for fact in copies[0].facts where fact.kind == NoteWritten.name {
      guard let payload = fact.payload, let at = simulation.made[fact.id],
        let counted = entries[fact.id]?.verdict?.clock
      else { continue }
      let note = try JSON.decode(NoteWritten.self, from: payload)
      let isDated = !simulation.undated.contains(fact.id)
      written[note.note, default: []].append(
        Writing(
          at: at,
          value: note.value,
          isDated: isDated,
          stamp: fact.stamp.clock.milliseconds - at,
          counted: counted.milliseconds - at
        )
      )
    }
    for (note, values) in written {
      guard let won = copies[0].installation.notes?.notes[note],
        let latest = values.max(by: { $0.at < $1.at }),
        let winner = values.first(where: { $0.value == won.value })
      else { continue }
      report.compared += 1
      guard latest.at - winner.at > SyncLimits.tolerance else { continue }
      report.wrong += 1
      // Facts that cannot be dated shift later facts on the same device, and on devices that saw
      // them.
      if isEverythingDated {
        throw fail("8: \(winner) won over \(latest), which was written later")
      }
    }
    return report
  }

  /// Whether every fact that was made with a wrong clock can be dated.
  private var isEverythingDated: Bool {
    simulation.undated.allSatisfy { fact in
      guard let made = copies[0].factsByID[fact]?.stamp.clock, let at = simulation.made[fact] else {
        return true
      }
      return abs(made.milliseconds - at) <= SyncLimits.tolerance
    }
  }

  /// A value that was written to a note.
  private struct Writing: CustomStringConvertible {
    let at: Int64
    let value: Int
    /// Whether its time can be known.
    let isDated: Bool
    /// How far its timestamp was ahead, and how far it is as it counts, in milliseconds.
    let stamp: Int64
    let counted: Int64

    var description: String { "\(value) (off by \(stamp) ms, counted \(counted) ms)" }
  }
}
