import Core
import Locks

/// A journal in memory, for tests, simulations and demonstrations.
///
/// Follows the same contract as the durable ones and passes the same test suite; "on disk" means
/// "in memory" here. Its methods are also available synchronously, so that simulations without
/// tasks can use it.
public final class MemoryJournal: Journal {
  private let state: SharedLocked<State>

  public convenience init() { self.init(flaws: []) }

  /// Creates a journal that breaks some of its promises, to check that this is noticed.
  package convenience init(flaws: MemoryJournalFlaws) { self.init(State(flaws: flaws)) }

  private init(_ state: State) { self.state = SharedLocked(state) }

  /// A journal with the same contents, as a backup has them.
  package func copy() -> MemoryJournal {
    MemoryJournal(
      state.withLock { state in
        var copy = state
        copy.listeners = [:]
        return copy
      }
    )
  }

  public func append(_ batch: [AppendRequest]) throws(JournalError) -> [AppendResult] {
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

  public func amendments(of space: SpaceID) throws(JournalError) -> [Amendment.Row] {
    let found = state.withLock { $0.spaces[space]?.amendments }
    return try found?.get() ?? []
  }

  public func known(
    _ facts: [FactID],
    in space: SpaceID
  ) throws(JournalError) -> Set<FactID> {
    state.withLock { state in
      guard let space = state.spaces[space] else { return [] }
      return Set(facts.filter { space.contains($0) })
    }
  }

  public func snapshot(
    of space: SpaceID,
    set: UInt64,
    upTo last: Int = .max
  ) throws(JournalError) -> Snapshot? {
    state.withLock { state in
      let kept = state.spaces[space]?.snapshots.first { $0.set == set }
      guard let kept, kept.sequence <= last else { return nil }
      return kept
    }
  }

  public func keep(_ snapshot: Snapshot) throws(JournalError) {
    state.withLock { $0.spaces[snapshot.space]?.keep(snapshot) }
  }

  public func claimAlarms(_ claim: AlarmClaim) throws(JournalError) -> [Alarm] {
    state.withLock { state in
      let due = state.alarms.filter { name, set in
        set.at <= claim.now && set.claimedUntil <= claim.now
          && claim.modules.contains(name.module)
      }
      let ordered = due.map { $0.key.alarm(at: $0.value.at) }.sorted {
        ($0.at, $0.space, $0.module, $0.key.rawValue)
          < ($1.at, $1.space, $1.module, $1.key.rawValue)
      }
      let claimed = Array(ordered.prefix(max(claim.limit, 0)))
      for alarm in claimed { state.alarms[AlarmName(alarm)]?.claimedUntil = claim.until }
      return claimed
    }
  }

  public func alarms(of space: SpaceID) throws(JournalError) -> Set<Alarm> {
    Set(alarms.filter { $0.space == space })
  }

  /// All alarms that are set, earliest first.
  public var alarms: [Alarm] {
    state.withLock { state in
      state.alarms.map { $0.key.alarm(at: $0.value.at) }.sorted { $0.at < $1.at }
    }
  }

  public func nextAlarm(of modules: Set<String>) throws(JournalError) -> Instant? {
    state.withLock { state in
      state.alarms.filter { modules.contains($0.key.module) }
        .map { max($0.value.at, $0.value.claimedUntil) }.min()
    }
  }

  /// Reports every append, by any of the programs that share this journal.
  public func heads() throws(JournalError) -> AsyncStream<SpaceHead> {
    let (stream, listener) = AsyncStream.makeStream(of: SpaceHead.self)
    let number = state.withLock { state in
      let number = (state.listeners.keys.max() ?? 0) + 1
      state.listeners[number] = listener
      return number
    }
    listener.onTermination = { [weak state] _ in
      state?.withLock { $0.listeners[number] = nil }
    }
    return stream
  }

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

extension MemoryJournal: SyncStore {
  public func standing(
    of space: SpaceID,
    for question: SyncQuestion
  ) throws(JournalError) -> SyncStanding {
    state.withLock { $0.spaces[space]?.standing(for: question) ?? SyncStanding() }
  }

  public func syncState(of space: SpaceID) throws(JournalError) -> [UInt8]? {
    state.withLock { $0.spaces[space]?.sync.state }
  }

  public func entries(
    in space: SpaceID,
    after position: Int,
    limit: Int
  ) throws(JournalError) -> [SyncEntry] {
    state.withLock { $0.spaces[space]?.sync.entries(after: position, limit: limit) ?? [] }
  }

  public func entries(
    in space: SpaceID,
    of author: DeviceID,
    after number: Int,
    limit: Int
  ) throws(JournalError) -> [SyncEntry] {
    state.withLock { state in
      state.spaces[space]?.sync.entries(of: author, after: number, limit: limit) ?? []
    }
  }

  public func entries(
    in space: SpaceID,
    for facts: [FactID]
  ) throws(JournalError) -> [FactID: SyncEntry] {
    state.withLock { $0.spaces[space]?.sync.entries(for: facts) ?? [:] }
  }

  public func records(
    of facts: [FactID],
    in space: SpaceID
  ) throws(JournalError) -> [FactID: FactRecord] {
    state.withLock { $0.spaces[space]?.records(of: facts) ?? [:] }
  }

  public func erasures(
    of entities: [EntityID],
    in space: SpaceID
  ) throws(JournalError) -> [EntityID: FactRecord] {
    state.withLock { $0.spaces[space]?.erasures(of: entities) ?? [:] }
  }

  public func bootTimes(
    of facts: [FactID],
    in space: SpaceID
  ) throws(JournalError) -> [FactID: BootTime] {
    state.withLock { $0.spaces[space]?.sync.bootTimes(of: facts) ?? [:] }
  }

  public func taken(
    _ stamps: Set<HybridTimestamp>,
    in space: SpaceID
  ) throws(JournalError) -> Set<HybridTimestamp> {
    state.withLock { state in
      guard let space = state.spaces[space] else { return [] }
      return stamps.filter { space.isTaken($0) }
    }
  }

  public func usage(of space: SpaceID) throws(JournalError) -> SpaceUsage {
    state.withLock { $0.spaces[space]?.usage() ?? SpaceUsage() }
  }
}

private struct State {
  let flaws: MemoryJournalFlaws
  var spaces: [SpaceID: MemorySpace] = [:]
  var alarms: [AlarmName: SetAlarm] = [:]
  var listeners: [Int: AsyncStream<SpaceHead>.Continuation] = [:]

  mutating func append(_ append: AppendRequest) -> AppendResult {
    let head = spaces[append.space]?.rows.count ?? 0
    let replaced = append.sync.first?.replaces
    guard head == append.after, replaced == nil || spaces[append.space]?.sync.state == replaced
    else { return .conflict(head: head) }
    guard spaces[append.space]?.finds(new: append) ?? true else { return .conflict(head: head) }
    guard !append.isEmpty else { return .appended(head: head) }
    spaces[append.space, default: MemorySpace(flaws: flaws)].add(append)
    for change in append.alarms { apply(change, in: append.space) }
    let reached = spaces[append.space]?.rows.count ?? head
    if reached > head {
      for listener in listeners.values {
        listener.yield(SpaceHead(space: append.space, sequence: reached))
      }
    }
    return .appended(head: reached)
  }

  private mutating func apply(_ change: AlarmChange, in space: SpaceID) {
    let name = AlarmName(space: space, module: change.module, key: change.key)
    // An alarm that was moved in the meantime is not the one that ended.
    if let ended = change.ended, alarms[name]?.at != ended { return }
    alarms[name] = change.at.map { SetAlarm(at: $0) }
  }
}

private struct AlarmName: Hashable {
  let space: SpaceID
  let module: String
  let key: AlarmKey

  init(space: SpaceID, module: String, key: AlarmKey) {
    self.space = space
    self.module = module
    self.key = key
  }

  init(_ alarm: Alarm) { self.init(space: alarm.space, module: alarm.module, key: alarm.key) }

  func alarm(at instant: Instant) -> Alarm {
    Alarm(space: space, module: module, key: key, at: instant)
  }
}

private struct SetAlarm {
  let at: Instant
  var claimedUntil = Instant(milliseconds: .min)
}
