import Core
import Journals

/// The heads of spaces that a journal knows, and the listeners to which it reports others.
///
/// It reports heads that others moved. A head that this journal moves itself is noted before the
/// transaction ends, since it may be seen in the database before the writer knows that it ended.
struct HeadLedger {
  private var listeners: [Int: AsyncStream<SpaceHead>.Continuation] = [:]
  private var nextListener = 0
  /// The last known heads of the spaces that this process has used since it began to listen.
  private var known = RecentHeads()
  /// The heads that transactions of this journal are about to write.
  private var pending: [SpaceID: Int] = [:]
  /// The heads that have not been sent to other nodes yet.
  private var unsent: [SpaceID: Int] = [:]
  /// The heads of transactions of this journal whose end was not answered.
  private var unconfirmed: [SpaceID: Int] = [:]
  /// Spaces named in a late message; only the database shows whether it is new.
  private var doubtful: Set<SpaceID> = []

  var isListening: Bool { !listeners.isEmpty }
  var hasUnsent: Bool { !unsent.isEmpty }
  var hasDoubtful: Bool { !doubtful.isEmpty }

  /// The greatest number of heads that wait to be sent while there is no connection.
  ///
  /// Other nodes find the rest when they look into the database.
  private static let mostUnsent = 10_000

  // MARK: Listeners

  mutating func add(_ listener: AsyncStream<SpaceHead>.Continuation) -> Int {
    // What was known before is outdated.
    if listeners.isEmpty { (known, doubtful) = (RecentHeads(), []) }
    nextListener += 1
    listeners[nextListener] = listener
    return nextListener
  }

  mutating func remove(_ listener: Int) { listeners[listener] = nil }

  mutating func takeListeners() -> [AsyncStream<SpaceHead>.Continuation] {
    defer { listeners = [:] }
    return Array(listeners.values)
  }

  private mutating func report(_ head: SpaceHead) {
    known.update(head.space, to: head.sequence)
    for listener in listeners.values { listener.yield(head) }
  }

  // MARK: This journal's own calls

  /// Notes a head that was read, from which on the space is followed.
  mutating func noteRead(_ head: SpaceHead) {
    // A head that is known already may be new to the listeners: it stays until it is reported.
    if isListening { known.use(head.space, at: known[head.space] ?? head.sequence) }
  }

  mutating func willCommit(_ heads: [SpaceHead]) {
    for head in heads { pending[head.space] = head.sequence }
  }

  mutating func didCommit(_ heads: [SpaceHead]) {
    for head in heads {
      pending[head.space] = nil
      if isListening { known.use(head.space, at: head.sequence) }
      keepUnsent(head)
    }
  }

  private mutating func keepUnsent(_ head: SpaceHead) {
    guard unsent.count < Self.mostUnsent || unsent[head.space] != nil else { return }
    unsent[head.space] = head.sequence
  }

  /// - Parameter isUncertain: whether the transaction may have taken effect all the same; then the
  ///   next look into the database shows it, and the heads are sent then.
  mutating func didFail(_ heads: [SpaceHead], isUncertain: Bool) {
    for head in heads {
      pending[head.space] = nil
      if isUncertain { unconfirmed[head.space] = head.sequence }
    }
  }

  // MARK: Messages

  mutating func takeUnsent() -> [SpaceHead] {
    defer { unsent = [:] }
    return unsent.map { SpaceHead(space: $0, sequence: $1) }
  }

  /// Returns heads that could not be sent.
  mutating func putBack(_ heads: [SpaceHead]) {
    for head in heads where unsent[head.space] == nil { keepUnsent(head) }
  }

  /// Handles a message from another process.
  mutating func receive(_ head: SpaceHead) {
    guard isListening, known[head.space] != head.sequence, pending[head.space] != head.sequence
    else { return }
    if let known = known[head.space], known > head.sequence {
      doubtful.insert(head.space)
    } else {
      report(head)
    }
  }

  // MARK: Looking into the database

  mutating func takeDoubtful() -> [SpaceID: Int] {
    defer { doubtful = [] }
    var heads: [SpaceID: Int] = [:]
    for space in doubtful { heads[space] = known[space] }
    for space in unconfirmed.keys { heads[space] = known[space] ?? 0 }
    return heads
  }

  var followed: [SpaceID: Int] { known.all }

  /// Divides the spaces to look at, with their known heads, into those of one statement each.
  static func parts(of known: [SpaceID: Int], atMost count: Int) -> [[SpaceID: Int]] {
    let all = Array(known)
    return stride(from: 0, to: all.count, by: count).map { start in
      let part = all[start..<min(start + count, all.count)]
      return Dictionary(uniqueKeysWithValues: part.map { ($0.key, $0.value) })
    }
  }

  /// Compares heads in the database with those that were known before they were read.
  ///
  /// - Parameters:
  ///   - heads: those of the spaces that were looked at, as far as the database has them.
  ///   - before: the spaces that were looked at and no others: what is in neither is not there.
  mutating func compare(_ heads: [SpaceHead], with before: [SpaceID: Int]) {
    let found = Dictionary(heads.map { ($0.space, $0.sequence) }) { $1 }
    for space in before.keys {
      guard let sequence = unconfirmed.removeValue(forKey: space) else { continue }
      if let head = found[space], head >= sequence {
        keepUnsent(SpaceHead(space: space, sequence: sequence))
      }
    }
    for head in heads where known[head.space] == before[head.space] {
      guard head.sequence != known[head.space], head.sequence != pending[head.space] else {
        continue
      }
      report(head)
    }
  }
}
