import Core

/// A journal that lives as long as its process, for tests and demonstrations.
///
/// Keeps to the same rules as the durable ones, by the same suite of tests; "on disk" means "in
/// memory" here.
public final class MemoryJournal: Journal {
  private let state: Guarded<State>

  /// - Parameter device: the identity of this copy; random when nil.
  public init(device: DeviceID? = nil) {
    var generator = SystemRandomNumberGenerator()
    state = Guarded(State(device: device ?? .random(using: &generator)))
  }

  public func append(_ batch: [Append]) throws(JournalError) -> [AppendResult] {
    state.withLock { state in batch.map { state.append($0) } }
  }

  public func read(
    _ space: SpaceID,
    after sequence: Int,
    limit: Int
  ) throws(JournalError) -> JournalPage {
    state.withLock { state in
      let rows = state.spaces[space]?.rows ?? []
      let start = min(max(sequence, 0), rows.count)
      let page = rows[start...].prefix(max(limit, 0))
      return JournalPage(rows: Array(page), head: rows.count)
    }
  }

  public func known(
    _ facts: [FactID],
    in space: SpaceID
  ) throws(JournalError) -> Set<FactID> {
    state.withLock { state in
      guard let ids = state.spaces[space]?.ids else { return [] }
      return Set(facts.filter { ids.contains($0) })
    }
  }

  public func snapshot(of space: SpaceID, set: UInt64) throws(JournalError) -> Snapshot? {
    state.withLock { $0.spaces[space]?.snapshots.first { $0.set == set } }
  }

  public func keep(_ snapshot: Snapshot) throws(JournalError) {
    state.withLock { $0.spaces[snapshot.space]?.keep(snapshot) }
  }

  public func alarms(dueAt now: Instant, limit: Int) throws(JournalError) -> [Alarm] {
    state.withLock { state in
      let due = state.alarms.filter { $0.value <= now }.map { name, at in
        Alarm(space: name.space, module: name.module, key: name.key, at: at)
      }
      let ordered = due.sorted {
        ($0.at, $0.space, $0.module, $0.key.rawValue)
          < ($1.at, $1.space, $1.module, $1.key.rawValue)
      }
      return Array(ordered.prefix(max(limit, 0)))
    }
  }

  public func nextAlarm() throws(JournalError) -> Instant? {
    state.withLock { $0.alarms.values.min() }
  }

  public func device() throws(JournalError) -> DeviceID { state.withLock { $0.device } }

  public func spaces() throws(JournalError) -> [SpaceID] {
    state.withLock { $0.spaces.keys.sorted() }
  }

  public func erase(_ space: SpaceID) throws(JournalError) {
    state.withLock { state in
      state.spaces[space] = nil
      state.alarms = state.alarms.filter { $0.key.space != space }
    }
  }
}

private struct State {
  struct AlarmName: Hashable {
    let space: SpaceID
    let module: String
    let key: AlarmKey
  }

  let device: DeviceID
  var spaces: [SpaceID: Space] = [:]
  var alarms: [AlarmName: Instant] = [:]

  mutating func append(_ append: Append) -> AppendResult {
    let head = spaces[append.space]?.rows.count ?? 0
    guard head == append.after else { return .conflict(head: head) }
    guard !append.facts.isEmpty || !append.alarms.isEmpty else { return .appended(head: head) }
    if spaces[append.space] == nil { spaces[append.space] = Space() }
    for fact in append.facts { spaces[append.space]?.add(fact, to: append.space) }
    for change in append.alarms {
      let name = AlarmName(space: append.space, module: change.module, key: change.key)
      alarms[name] = change.at
    }
    return .appended(head: spaces[append.space]?.rows.count ?? head)
  }
}

private struct Space {
  var rows: [JournalRow] = []
  var erases: [Bool] = []
  var ids: Set<FactID> = []
  var erased: Set<EntityID> = []
  /// The newest kept first.
  var snapshots: [Snapshot] = []
  /// The last row that erased something; a snapshot made before it may hold what was erased.
  var lastErasure = 0

  mutating func add(_ fact: NewFact, to space: SpaceID) {
    guard ids.insert(fact.id).inserted else { return }
    let hash = fact.hashOfPayload
    let blank = !fact.erases && fact.entity.map { erased.contains($0) } ?? false
    rows.append(
      JournalRow(
        sequence: rows.count + 1,
        id: fact.id,
        stamp: fact.stamp,
        kind: fact.kind,
        version: fact.version,
        entity: fact.entity,
        payload: blank ? nil : fact.payload,
        payloadHash: hash,
        chainHash: Chain.next(
          after: rows.last?.chainHash ?? .start,
          space: space,
          fact: fact,
          payloadHash: hash
        )
      )
    )
    erases.append(fact.erases)
    if fact.erases, let entity = fact.entity { erase(entity) }
  }

  mutating func erase(_ entity: EntityID) {
    guard erased.insert(entity).inserted else { return }
    snapshots = []
    lastErasure = rows.count
    for index in rows.indices where rows[index].entity == entity && !erases[index] {
      rows[index] = rows[index].withoutPayload
    }
  }

  mutating func keep(_ snapshot: Snapshot) {
    guard snapshot.sequence >= lastErasure else { return }
    if let kept = snapshots.first(where: { $0.set == snapshot.set }),
      kept.sequence > snapshot.sequence
    {
      return
    }
    snapshots.removeAll { $0.set == snapshot.set }
    snapshots.insert(snapshot, at: 0)
    snapshots = Array(snapshots.prefix(Snapshot.setsKept))
  }
}

extension JournalRow {
  fileprivate var withoutPayload: JournalRow {
    JournalRow(
      sequence: sequence,
      id: id,
      stamp: stamp,
      kind: kind,
      version: version,
      entity: entity,
      payload: nil,
      payloadHash: payloadHash,
      chainHash: chainHash
    )
  }
}
