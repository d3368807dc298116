import Core
import Journals
import RemindersContract
import Sync

/// The invariants that hold after every step, whatever is in progress.
///
/// The numbers are those of `Modules/Kernel/Sync/README.md`. What only holds once nothing is in
/// progress is in ``AtRest``. A step changes few copies, and only those are read and checked.
struct AfterStep {
  /// The copies as they were after they last changed: the server's, then those of the devices.
  private(set) var copies: [HeldCopy] = []
  /// The facts as they were when a copy first had them.
  private var seen: [FactID: FactRecord] = [:]
  /// The notices of the facts that say that one was given.
  private var notices: [FactID: NoticeID] = [:]
  /// Independent of the run, which is the same without these checks.
  private var chance: Chance

  /// The share of steps after which the changed copies are also folded from the beginning.
  ///
  /// A fold takes longer than all other checks of a step together, and a state that is wrong stays
  /// so until its program starts anew.
  private static let shareOfFolds = 1.0 / 16

  init(seed: UInt64) { chance = Chance(seed: seed) }

  /// - Throws: ``Simulation/Failure`` with the first invariant that does not hold.
  mutating func check(_ simulation: Simulation) throws {
    let foldsAnew = chance.happens(AfterStep.shareOfFolds)
    var changed: [HeldCopy] = []
    for (index, installation) in simulation.installations.enumerated() {
      let name = index == 0 ? "the server" : simulation.devices[index - 1].name
      if let copy = try update(index, name, installation, simulation) { changed.append(copy) }
    }
    for copy in changed {
      try checkOrder(copy)
      try checkVerdicts(copy)
      try checkRefusals(copy)
      try checkState(copy, foldsAnew: foldsAnew)
    }
    try checkNumbers(simulation)
    try checkTold(simulation)
  }

  // MARK: Facts

  /// Reads a copy again if it has changed; returns it if so.
  private mutating func update(
    _ index: Int,
    _ name: String,
    _ installation: Installation,
    _ simulation: Simulation
  ) throws -> HeldCopy? {
    let before = copies.indices.contains(index) ? copies[index] : nil
    if let before, !before.isOutdated { return nil }
    let copy = try HeldCopy(name, installation, isServer: index == 0)
    if let before, before.restores == copy.restores {
      guard before.facts.allSatisfy({ copy.factsByID[$0.id] != nil }) else {
        throw fail("1: \(name) has lost a fact")
      }
    }
    for fact in copy.facts where before?.factsByID[fact.id] == nil {
      try checkOrigin(of: fact, in: copy, simulation)
    }
    // To one that was restored, and to a copied home, what they gave and do not know comes back.
    if copy.restores == 0, !simulation.devices.contains(where: \.isCopy) {
      try checkNotices(of: copy, since: before)
    }
    if before == nil { copies.append(copy) } else { copies[index] = copy }
    return copy
  }

  /// 9: somebody of the account made each fact, and it is the same in all copies.
  private mutating func checkOrigin(
    of fact: FactRecord,
    in copy: HeldCopy,
    _ simulation: Simulation
  ) throws {
    guard let known = seen[fact.id] else {
      seen[fact.id] = fact
      guard simulation.installations.contains(where: { $0.identities.contains(fact.stamp.device) })
      else {
        throw fail("9: \(copy.name) has a fact that nobody of the account made")
      }
      return
    }
    guard
      (fact.stamp, fact.kind, fact.version, fact.entity, fact.payloadHash)
        == (known.stamp, known.kind, known.version, known.entity, known.payloadHash)
    else { throw fail("9: \(copy.name) has another \(fact.id) than was made") }
  }

  /// 10: nobody is given a notice that the same copy knew to have been given.
  ///
  /// Two that did not know of each other may each have given it.
  private mutating func checkNotices(of copy: HeldCopy, since before: HeldCopy?) throws {
    var given: Set<NoticeID> = []
    for fact in copy.facts where fact.kind == NoticeGiven.name {
      guard let payload = fact.payload, copy.verdict(on: fact).refusal == nil else { continue }
      let notice =
        try notices[fact.id] ?? JSON.decode(NoticeGiven.self, from: payload).notice.id
      notices[fact.id] = notice
      let isNew = before?.factsByID[fact.id] == nil
      let isOwn = copy.installation.identities.contains(fact.stamp.device)
      guard given.insert(notice).inserted || !isNew || !isOwn else {
        throw fail("10: \(copy.name) gave a notice twice")
      }
    }
  }

  // MARK: The order

  /// 4: everything up to the stored cursor is stored, and as the server has it.
  private func checkOrder(_ copy: HeldCopy) throws {
    guard let cursor = copy.cursor else { return }
    let held = copy.order.prefix(cursor.position)
    guard held.count == cursor.position, (held.last?.position ?? 0) == cursor.position,
      held.allSatisfy({ copy.factsByID[$0.fact] != nil })
    else { throw fail("4: \(copy.name) does not hold what its cursor says") }
    guard isOfServer(cursor) else { return }
    for (own, servers) in zip(held, copies[0].order) {
      guard
        (own.author, own.number, own.fact, own.isAlias)
          == (servers.author, servers.number, servers.fact, servers.isAlias)
      else { throw fail("4: \(copy.name) has another order than the server") }
    }
  }

  /// Whether the order up to a cursor is the server's present one, which may have been restored.
  private func isOfServer(_ cursor: OrderHead) -> Bool {
    let order = copies[0].order
    guard cursor.position > 0 else { return true }
    return order.count >= cursor.position && order[cursor.position - 1].tag == cursor.tag
  }

  // MARK: Verdicts

  /// 5: a fact counts as its copy was told, which is what the server says.
  ///
  /// A server that was restored may decide again about what it has lost, until somebody offers it.
  private func checkVerdicts(_ copy: HeldCopy) throws {
    let server = copies[0]
    let followsServer = copy.cursor.map(isOfServer) ?? true
    for fact in copy.facts {
      guard let entry = copy.entries[fact.id], let verdict = entry.verdict else { continue }
      guard copy.verdict(on: fact) == verdict else {
        throw fail("5: \(copy.name) counts \(fact.id) otherwise than it was told")
      }
      guard entry.position == nil ? server.restores == 0 : followsServer else { continue }
      guard server.entries[fact.id]?.verdict == verdict else {
        throw fail("5: \(copy.name) was told another verdict on \(fact.id) than the server has")
      }
    }
  }

  /// 6: no fold counts what was refused.
  private func checkRefusals(_ copy: HeldCopy) throws {
    guard let notes = copy.installation.notes?.notes else { return }
    for (id, verdict) in copy.amendments where verdict.refusal != nil {
      guard let fact = copy.factsByID[id], fact.kind == NoteWritten.name,
        let payload = fact.payload,
        let counted = fact.entity.flatMap({ notes[$0] }), counted.stamp == fact.stamp
      else { continue }
      // Another fact may have been given this clock reading, but each writes a value of its own.
      guard try JSON.decode(NoteWritten.self, from: payload).value != counted.value else {
        throw fail("6: \(copy.name) counts \(id), which was refused")
      }
    }
  }

  /// 3: copies that hold the same have the same state.
  private func checkState(_ copy: HeldCopy, foldsAnew: Bool) throws {
    let others = copies.filter { other in
      other.installation !== copy.installation
        && other.installation.modules == copy.installation.modules && other.holdsTheSame(as: copy)
    }
    guard foldsAnew || !others.isEmpty, !copy.waitsForErasure else { return }
    try copy.checkState(against: others, foldsAnew: foldsAnew)
  }

  // MARK: What the simulation counts

  /// 8, 9: no fact counts with a reading that is too late, and no number stands for two facts.
  private func checkNumbers(_ simulation: Simulation) throws {
    if let late = simulation.numbers.tooLate { throw fail("8: \(late)") }
    if let twice = simulation.numbers.usedTwice, !simulation.mayNumberAgain {
      throw fail("9: \(twice)")
    }
  }

  /// 5, 10: no device is told another verdict on a fact of its own, or news of the past.
  private func checkTold(_ simulation: Simulation) throws {
    for device in simulation.devices where device.lateSignals > 0 {
      throw fail("10: \(device.name) gave signals about the past")
    }
    // A restored server may decide about an imported fact before somebody offers the verdict. One
    // that is restored again, before everything has been pulled again, finds less to be offered.
    guard !simulation.mayDecideAgain,
      simulation.server.installation.restores < (simulation.hasImported ? 1 : 2)
    else { return }
    for device in simulation.devices where device.changedVerdicts > 0 {
      throw fail("5: \(device.name) was told another verdict than before")
    }
  }

  private func fail(_ words: String) -> Simulation.Failure {
    Simulation.Failure(description: words)
  }
}
