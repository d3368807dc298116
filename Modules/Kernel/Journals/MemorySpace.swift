import Core

/// A promise that a journal in memory can be made to break.
package struct MemoryJournalFlaws: OptionSet, Sendable {
  package let rawValue: Int
  package init(rawValue: Int) { self.rawValue = rawValue }

  /// Appends a fact whose id is already in the journal.
  package static let appendsTwice = MemoryJournalFlaws(rawValue: 1)
  /// Keeps the payload of a fact that arrives after it was erased.
  package static let keepsErased = MemoryJournalFlaws(rawValue: 2)
}

/// One space of a ``MemoryJournal``.
struct MemorySpace {
  let flaws: MemoryJournalFlaws
  private(set) var rows: [JournalRow] = []
  /// The index in `rows` of each fact.
  private var places: [FactID: Int] = [:]
  private var erased: Set<EntityID> = []
  /// The snapshots, newest first.
  private(set) var snapshots: [Snapshot] = []
  /// The amendments, or why one cannot be read.
  ///
  /// Decoded once, since a sync asks for them with every page.
  private(set) var amendments = Result<[Amendment.Row], JournalError>.success([])
  /// The last row that changed what earlier ones mean; a snapshot made before it is not valid.
  private var lastChange = 0
  private(set) var sync = MemorySync()

  init(flaws: MemoryJournalFlaws) { self.flaws = flaws }

  func contains(_ fact: FactID) -> Bool { places[fact] != nil }

  /// Whether all that an append adds is as new as it expects.
  func finds(new append: AppendRequest) -> Bool {
    guard append.expectsNew else { return true }
    return !append.facts.contains { contains($0.id) } && !append.counted.contains(where: isTaken)
  }

  mutating func add(_ append: AppendRequest) {
    let made = sync.state == nil ? [:] : append.made()
    for fact in append.facts where add(fact, to: append.space) {
      if let made = made[fact.id] { sync.note(made, of: fact.id) }
    }
    for change in append.sync { sync.apply(change) }
  }

  /// Returns whether the fact was new.
  private mutating func add(_ fact: FactRecord, to space: SpaceID) -> Bool {
    guard !contains(fact.id) || flaws.contains(.appendsTwice) else { return false }
    let fact = fact.hashed()
    rows.append(
      JournalRow(
        sequence: rows.count + 1,
        fact: arrivesErased(fact) ? fact.erased() : fact,
        chainHash: Chain.next(after: rows.last?.chainHash ?? .start, space: space, fact: fact)
      )
    )
    places[fact.id] = rows.count - 1
    if fact.kind == Amendment.kind { amend() }
    guard let entity = fact.entity else { return true }
    if fact.erases {
      erase(entity)
    } else if fact.payload == nil {
      // Erased before it arrived.
      erased.insert(entity)
    }
    return true
  }

  private func arrivesErased(_ fact: FactRecord) -> Bool {
    guard !fact.erases, !flaws.contains(.keepsErased), let entity = fact.entity else {
      return false
    }
    return erased.contains(entity)
  }

  private mutating func amend() {
    guard let row = rows.last else { return }
    do throws(JournalError) {
      guard let amendment = try Amendment.read(row.fact) else { return }
      let last = Amendment.Row(sequence: row.sequence, amendment: amendment)
      amendments = amendments.map { $0 + [last] }
      if contains(amendment.fact) { dropSnapshots() }
    } catch {
      amendments = .failure(error)
    }
  }

  private mutating func erase(_ entity: EntityID) {
    erased.insert(entity)
    dropSnapshots()
    for (index, row) in rows.enumerated() where row.fact.entity == entity && !row.fact.erases {
      rows[index].fact = row.fact.erased()
    }
  }

  private mutating func dropSnapshots() {
    snapshots = []
    lastChange = rows.count
  }

  mutating func keep(_ snapshot: Snapshot) {
    guard rows.indices.contains(snapshot.sequence - 1), snapshot.sequence >= lastChange else {
      return
    }
    if let kept = snapshots.first(where: { $0.set == snapshot.set }),
      kept.sequence > snapshot.sequence
    {
      return
    }
    snapshots.removeAll { $0.set == snapshot.set }
    snapshots.insert(snapshot, at: 0)
    snapshots = Array(snapshots.prefix(Snapshot.setsKept))
  }

  // MARK: Sync

  func standing(for question: SyncQuestion) -> SyncStanding {
    var standing = SyncStanding()
    standing.head = rows.count
    standing.state = sync.state
    standing.known = Set(question.facts.filter { contains($0) })
    standing.entries = sync.entries(for: question.facts)
    if let numbers = question.numbers {
      standing.numbered = sync.entries(
        of: numbers.author,
        after: numbers.after,
        limit: numbers.limit
      )
    }
    standing.taken = question.stamps.filter { isTaken($0) }
    return standing
  }

  func records(of facts: [FactID]) -> [FactID: FactRecord] {
    var found: [FactID: FactRecord] = [:]
    for fact in facts { found[fact] = places[fact].map { rows[$0].fact } }
    return found
  }

  func erasures(of entities: [EntityID]) -> [EntityID: FactRecord] {
    var found: [EntityID: FactRecord] = [:]
    for row in rows where row.fact.erases {
      guard let entity = row.fact.entity, entities.contains(entity) else { continue }
      found[entity] = found[entity] ?? row.fact
    }
    return found
  }

  func usage() -> SpaceUsage {
    var usage = SpaceUsage()
    for row in rows { usage.add(row.fact) }
    return usage
  }

  func isTaken(_ stamp: HybridTimestamp) -> Bool {
    sync.facts(at: stamp.clock).contains { fact in
      places[fact].map { rows[$0].fact.stamp.device } == stamp.device
    }
  }
}
