import Core
import Journals
import Sync

/// What one copy of the space, a device's or the server's, holds at one moment.
struct HeldCopy {
  let name: String
  let installation: Installation
  /// How often the installation had been written to, and restored.
  private let writes: Int
  let restores: Int
  /// Its facts, in the order in which they came.
  let facts: [FactRecord]
  let factsByID: [FactID: FactRecord]
  /// The verdicts that change how its facts are folded.
  let amendments: [FactID: SyncVerdict]
  /// The entries under which its facts came into the space.
  let entries: [FactID: SyncEntry]
  /// The entries that have a position in the order of a server.
  let order: [SyncEntry]
  /// How far a device holds the order of the server; nil for the server, and before the first sync.
  let cursor: OrderHead?

  /// Reads what a device's installation, or the server's, holds now.
  ///
  /// - Throws: ``Simulation/Failure`` if it holds a fact twice.
  init(_ name: String, _ installation: Installation, isServer: Bool) throws {
    let (journal, space) = (installation.journal, Installation.space)
    self.name = name
    self.installation = installation
    writes = installation.writes
    restores = installation.restores
    facts = try installation.rows().map { $0.fact }.filter { $0.kind != Amendment.kind }
    factsByID = Dictionary(facts.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
    guard factsByID.count == facts.count else {
      throw Simulation.Failure(description: "2: \(name) has a fact twice")
    }
    amendments = try journal.verdicts(in: space)
    entries = try journal.entries(in: space, for: facts.map { $0.id })
    order = try journal.entries(in: space, after: 0, limit: .max >> 1)
    let state = try isServer ? nil : journal.syncState(of: space)
    cursor = try state.map { try DeviceState($0).cursor }
  }

  /// Whether the installation may hold something else by now.
  var isOutdated: Bool { writes != installation.writes }

  /// How a fact counts here.
  func verdict(on fact: FactRecord) -> SyncVerdict {
    amendments[fact.id] ?? .taken(fact.stamp.clock)
  }

  /// Whether another copy has the same facts, counts them alike, and has erased the same ones.
  func holdsTheSame(as other: HeldCopy) -> Bool {
    facts.count == other.facts.count
      && facts.allSatisfy { fact in
        guard let theirs = other.factsByID[fact.id] else { return false }
        return verdict(on: fact) == other.verdict(on: theirs)
          && (fact.payload == nil) == (theirs.payload == nil)
      }
  }

  /// Whether it has a fact without its payload, but not the fact that erased it.
  ///
  /// What is written about the same entity until that one arrives is stored without its payload,
  /// and yet counts until the space is folded again.
  var waitsForErasure: Bool {
    let erased = Set(facts.filter { $0.erases }.compactMap { $0.entity })
    return facts.contains { fact in
      guard fact.payload == nil, let entity = fact.entity else { return false }
      return !erased.contains(entity)
    }
  }

  /// 3: the same facts and verdicts give the same state, in any order of arrival.
  ///
  /// A copy whose program was just started has no state yet, and is not opened for this.
  ///
  /// - Parameters:
  ///   - others: copies that hold the same, with the same modules.
  ///   - foldsAnew: whether to compare with a fold from the beginning too.
  /// - Throws: ``Simulation/Failure`` if a state is another one.
  func checkState(against others: some Sequence<HeldCopy>, foldsAnew: Bool) throws {
    guard let state = installation.stateBytes else { return }
    if foldsAnew, try installation.foldedBytes() != state {
      throw Simulation.Failure(description: "3: \(name) folds anew to another state")
    }
    for other in others {
      guard let theirs = other.installation.stateBytes, theirs != state else { continue }
      throw Simulation.Failure(description: "3: \(name) has another state than \(other.name)")
    }
  }
}
