import Core
import Journals
import Sync

/// The invariants that hold once nothing is in progress.
///
/// The numbers are those of `Modules/Kernel/Sync/README.md`.
struct AtRest {
  private let simulation: Simulation
  private let server: SimulatedServer
  private let space = Installation.space

  init(_ simulation: Simulation) {
    self.simulation = simulation
    server = simulation.server
  }

  private struct Copy {
    let name: String
    let installation: Installation
    let facts: [FactID: FactRecord]
    let amendments: [FactID: SyncVerdict]
  }

  func check() throws -> Simulation.Report {
    var copies = [try copy("the server", server.installation)]
    for device in simulation.devices { copies.append(try copy(device.name, device.installation)) }
    try checkFacts(copies)
    try checkStates(copies)
    try checkOrders()
    try checkVerdicts(copies)
    try checkErasures(copies)
    try checkSignals()
    return try compareWithTruth(copies)
  }

  private func fail(_ words: String) -> Simulation.Failure {
    Simulation.Failure(description: words)
  }

  private func copy(_ name: String, _ installation: Installation) throws -> Copy {
    var facts: [FactID: FactRecord] = [:]
    var amendments: [FactID: SyncVerdict] = [:]
    for row in try installation.rows() {
      if let amendment = try Amendment.read(row.fact) {
        amendments[amendment.fact] = amendment.verdict
      } else if facts.updateValue(row.fact, forKey: row.fact.id) != nil {
        throw fail("2: \(name) has \(row.fact.id) twice")
      }
    }
    return Copy(name: name, installation: installation, facts: facts, amendments: amendments)
  }

  /// 1: what one copy has, all copies have.
  private func checkFacts(_ copies: [Copy]) throws {
    let all = copies.reduce(into: Set<FactID>()) { $0.formUnion($1.facts.keys) }
    for copy in copies {
      let missing = all.subtracting(copy.facts.keys)
      guard missing.isEmpty else { throw fail("1: \(copy.name) lacks \(missing.count) facts") }
    }
  }

  /// 3: the same facts and verdicts give the same state, in any order of arrival.
  private func checkStates(_ copies: [Copy]) throws {
    for same in Dictionary(grouping: copies, by: \.installation.modules).values {
      var first: [UInt8]?
      for copy in same {
        let state = try copy.installation.stateBytes()
        guard try copy.installation.foldedBytes() == state else {
          throw fail("3: \(copy.name) folds anew to another state")
        }
        guard first == nil || first == state else {
          throw fail("3: \(copy.name) has another state than \(same[0].name)")
        }
        first = state
      }
    }
  }

  /// 4, 9: a cursor names a position that is really held; a number stands for one fact only.
  private func checkOrders() throws {
    let order = try server.journal.entries(in: space, after: 0, limit: .max >> 1).map(\.fact)
    for device in simulation.devices {
      let cursor = device.state?.cursor.position ?? 0
      let held = try device.journal.entries(in: space, after: 0, limit: cursor).map(\.fact)
      guard held == Array(order.prefix(cursor)) else {
        throw fail("4: \(device.name) does not hold what its cursor says")
      }
    }
    if let twice = simulation.numbers.usedTwice, !simulation.mayNumberAgain {
      throw fail("9: \(twice)")
    }
    if let late = simulation.numbers.tooLate { throw fail("8: \(late)") }
    if !simulation.devices.contains(where: \.isCopy) { try checkDrift() }
    // A copy that has made nothing since cannot be distinguished from its original.
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
  private func checkVerdicts(_ copies: [Copy]) throws {
    let facts = Array(copies[0].facts.keys)
    let verdicts = try server.journal.entries(in: space, for: facts)
    var stamps: Set<HybridTimestamp> = []
    for fact in copies[0].facts.values {
      guard let verdict = verdicts[fact.id]?.verdict else {
        throw fail("5: \(fact.id) has no verdict")
      }
      if let clock = verdict.clock,
        !stamps.insert(HybridTimestamp(clock: clock, device: fact.stamp.device)).inserted
      {
        throw fail("8: two facts count with the same timestamp")
      }
      for copy in copies {
        let counted = copy.amendments[fact.id] ?? .taken(fact.stamp.clock)
        guard counted == verdict else {
          throw fail("5: \(copy.name) counts \(fact.id) otherwise than the server")
        }
      }
    }
    // A restored server may decide about an imported fact before somebody offers the verdict. One
    // that is restored again, before everything has been pulled again, finds less to be offered.
    guard !simulation.mayDecideAgain,
      server.installation.restores < (simulation.hasImported ? 1 : 2)
    else { return }
    for device in simulation.devices where device.changedVerdicts > 0 {
      throw fail("5: \(device.name) was told another verdict than before")
    }
  }

  /// 7: what was erased is nowhere.
  private func checkErasures(_ copies: [Copy]) throws {
    let erased = Set(
      copies.flatMap { $0.facts.values.filter { $0.kind == NoteErased.name }.compactMap(\.entity) }
    ).union(server.erased)
    for copy in copies {
      for fact in copy.facts.values where fact.kind == NoteWritten.name && fact.payload != nil {
        if let entity = fact.entity, erased.contains(entity) {
          throw fail("7: \(copy.name) still has what was erased")
        }
      }
    }
  }

  /// 10: what happened elsewhere, or earlier, is not praised here.
  private func checkSignals() throws {
    for device in simulation.devices where device.lateSignals > 0 {
      throw fail("10: \(device.name) gave signals about the past")
    }
  }

  /// 8: of two values of a note the truly later one wins, if the clocks make that knowable.
  private func compareWithTruth(_ copies: [Copy]) throws -> Simulation.Report {
    var report = Simulation.Report()
    report.facts = copies[0].facts.count
    guard !simulation.mayDecideAgain, !simulation.hasImported else { return report }
    let ids = Array(copies[0].facts.keys)
    let verdicts = try server.journal.entries(in: space, for: ids)
    var written: [EntityID: [Writing]] = [:]
    for fact in copies[0].facts.values where fact.kind == NoteWritten.name {
      guard let payload = fact.payload, let at = simulation.made[fact.id],
        verdicts[fact.id]?.verdict?.clock != nil
      else { continue }
      let note = try JSON.decode(NoteWritten.self, from: payload)
      let isDated = !simulation.undated.contains(fact.id)
      let counted = verdicts[fact.id]?.verdict?.clock ?? fact.stamp.clock
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
      if isDated(copies[0]) {
        throw fail("8: \(winner) won over \(latest), which was written later")
      }
    }
    return report
  }

  /// Whether every fact that was made with a wrong clock can be dated.
  private func isDated(_ copy: Copy) -> Bool {
    simulation.undated.allSatisfy { fact in
      guard let made = copy.facts[fact]?.stamp.clock, let at = simulation.made[fact] else {
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
