import Core
import Engine
import Journals

/// A server's side of the sync of one space: decides about a request, without storing or sending.
///
/// The driver reads what ``HeldFacts`` asks for, calls one of the functions, stores the result in
/// one transaction, and only then answers. Nobody else may change the space in between; a driver
/// that cannot lock it decides again after a conflict.
public struct SyncServer: Sendable {
  public internal(set) var state: ServerState
  /// The identity under which this process numbers what is made through it.
  ///
  /// It changes with each start, since a server that was restored has forgotten which numbers it
  /// used.
  private let node: DeviceID
  /// Why a fact is refused; nil if it is not.
  let refusal: @Sendable (FactRecord, _ now: Instant) -> String?
  let flaws: SyncFlaws

  public init(
    state: ServerState,
    node: DeviceID,
    refusal: @escaping @Sendable (FactRecord, _ now: Instant) -> String?
  ) {
    self.init(state: state, node: node, flaws: [], refusal: refusal)
  }

  package init(
    state: ServerState,
    node: DeviceID,
    flaws: SyncFlaws,
    refusal: @escaping @Sendable (FactRecord, _ now: Instant) -> String?
  ) {
    self.state = state
    self.node = node
    self.flaws = flaws
    self.refusal = refusal
  }

  /// An answer, and what has to be stored before it is given.
  public struct Outcome: Sendable {
    public let answer: SyncAnswer.Body
    public let storage: SyncStorage?
  }

  // MARK: Pulling

  /// Answers with entries after a position.
  ///
  /// - Parameters:
  ///   - last: the entry at the position up to which the device holds everything, if there is one.
  ///   - items: the entries after it.
  ///   - newEpoch: the epoch to begin if the data turn out to be restored.
  public mutating func pull(
    _ request: PullRequest,
    last: SyncEntry?,
    items: [PullPage.Item],
    newEpoch: SyncEpoch
  ) -> Outcome {
    if let epoch = request.epoch, epoch != state.epoch, !flaws.contains(.ignoresEpochs) {
      return Outcome(answer: .replaced(state.epoch), storage: nil)
    }
    guard knows(request.after, last) else {
      // The device has seen entries that are missing here: these data were restored without notice.
      state.epoch = newEpoch
      return Outcome(answer: .replaced(newEpoch), storage: storage())
    }
    let page = PullPage(
      epoch: state.epoch,
      items: Array(items.fitting(\.fact)),
      head: state.head
    )
    return Outcome(answer: .page(page), storage: nil)
  }

  private func knows(_ place: OrderHead, _ entry: SyncEntry?) -> Bool {
    if place.position == 0 || flaws.contains(.ignoresOrderHash) { return true }
    return entry?.tag == place.tag
  }

  // MARK: Pushing

  /// Decides about facts that a device has made.
  public mutating func push(
    _ request: PushRequest,
    by call: SyncCall,
    held: HeldFacts,
    now: Instant
  ) -> Outcome {
    guard request.epoch == state.epoch || flaws.contains(.ignoresEpochs) else {
      return Outcome(answer: .replaced(state.epoch), storage: nil)
    }
    var page = OrderPage()
    for erasure in request.items.compactMap(\.erasure) where held.known[erasure.fact.id] == nil {
      take(erasure, by: call, now, &page, held.isTaken)
    }
    let head = state.authors[request.author] ?? .none
    for item in request.items where item.number <= head.number {
      let isSame = held.entries[item.number]?.fact == item.fact.id
      guard isSame || flaws.contains(.ignoresForks) else {
        return Outcome(answer: .fork(number: item.number), storage: nil)
      }
    }
    var decisions: [PushDecision] = []
    for item in request.items {
      let expected = (state.authors[request.author]?.number ?? 0) + 1
      if item.number < expected {
        guard let entry = held.entries[item.number], let decision = PushDecision(entry) else {
          return Outcome(answer: .gap(expected: item.number), storage: storage(page))
        }
        decisions.append(decision)
      } else if item.number == expected || flaws.contains(.ignoresGaps) {
        decisions.append(take(item, of: request.author, by: call, held, now, &page))
      } else {
        return Outcome(answer: .gap(expected: expected), storage: storage(page))
      }
    }
    return Outcome(answer: .decided(decisions), storage: storage(page))
  }

  private mutating func take(
    _ item: PushRequest.Item,
    of author: DeviceID,
    by call: SyncCall,
    _ held: HeldFacts,
    _ now: Instant,
    _ page: inout OrderPage
  ) -> PushDecision {
    var entry = SyncEntry(author: author, number: item.number, fact: item.fact.id, received: now)
    let known = held.known[item.fact.id] ?? page.entry(of: item.fact.id)
    if let verdict = known?.verdict, !flaws.contains(.takesKnown) {
      (entry.isAlias, entry.verdict) = (true, verdict)
    } else {
      let judgment = ClockJudgment(of: item, by: call, at: now)
      entry.verdict =
        page.verdict(of: item.fact.id)
        ?? judge(judgment) { held.isTaken($0) || page.isTaken($0) }
    }
    let decision = PushDecision(
      verdict: entry.verdict ?? .taken(item.fact.stamp.clock),
      isAlias: entry.isAlias,
      received: now
    )
    append(entry, item.fact, to: &page)
    return decision
  }

  /// Takes a fact that erased others, before its own turn.
  private mutating func take(
    _ erasure: Erasure,
    by call: SyncCall,
    _ now: Instant,
    _ page: inout OrderPage,
    _ isTaken: (HybridTimestamp) -> Bool
  ) {
    guard page.verdict(of: erasure.fact.id) == nil else { return }
    let judgment = ClockJudgment(of: erasure, by: call, at: now)
    let verdict = judge(judgment) { isTaken($0) || page.isTaken($0) }
    page.add(erasure.fact, verdict)
  }

  // MARK: After a restore

  /// Accepts what a restore has lost, unless it would be refused as a push.
  ///
  /// It gets its old numbers and verdicts. What does not fit, since somebody else has used its
  /// number in the meantime, is left out: the device pushes it under another one.
  public mutating func offer(
    _ request: OfferRequest,
    by call: SyncCall,
    held: HeldOffers,
    now: Instant
  ) -> Outcome {
    guard request.epoch == state.epoch else {
      return Outcome(answer: .replaced(state.epoch), storage: nil)
    }
    var page = OrderPage()
    for item in request.items {
      if let erasure = item.erasure, held.known[erasure.fact.id] == nil {
        take(erasure, by: call, now, &page, held.isTaken)
      }
      var entry = item.entry
      guard let verdict = entry.verdict,
        entry.number == (state.authors[entry.author]?.number ?? 0) + 1
      else { continue }
      let known = held.known[entry.fact] ?? page.entry(of: entry.fact)
      entry.isAlias = known != nil
      entry.verdict =
        known?.verdict ?? page.verdict(of: entry.fact) ?? refusal(item.fact, now).map {
          .refused($0)
        }
        ?? free(bounded(verdict, now), of: item.fact.stamp.device) {
          held.isTaken($0) || page.isTaken($0)
        }
      entry.received = min(entry.received ?? now, now)
      append(entry, item.fact, to: &page)
    }
    return Outcome(answer: .held, storage: storage(page))
  }

  /// Begins another epoch, after the data were restored.
  public mutating func restart(as epoch: SyncEpoch) -> SyncStorage {
    state.epoch = epoch
    return storage()
  }

  // MARK: Facts made here

  /// Gives positions to the facts among these rows that were made through the server.
  ///
  /// - Parameter isTaken: whether a fact of the space counts with a timestamp.
  /// - Returns: what to store; nil if there is nothing.
  public mutating func number(
    _ rows: [ScannedRow],
    now: Instant,
    isTaken: (HybridTimestamp) -> Bool
  ) -> SyncStorage? {
    guard let last = rows.last else { return nil }
    var page = OrderPage()
    for row in rows where row.fact.kind != Amendment.kind && row.entry == nil {
      let number = (state.authors[node]?.number ?? 0) + 1
      let verdict = bounded(row.amended ?? .taken(row.fact.stamp.clock), now)
      let entry = SyncEntry(
        author: node,
        number: number,
        fact: row.fact.id,
        verdict: free(verdict, of: row.fact.stamp.device) { isTaken($0) || page.isTaken($0) },
        received: row.received ?? now
      )
      append(entry, row.fact, to: &page)
    }
    state.scanned = last.sequence
    return storage(page)
  }

  /// Completes what is to be stored, if the whole journal was examined before.
  ///
  /// The new rows then need not be examined again.
  ///
  /// - Parameters:
  ///   - storage: without facts that the journal already has.
  ///   - rows: the number of rows that will be added for it.
  ///   - head: the last row of the journal until then.
  public mutating func examined(_ storage: SyncStorage, rows: Int, after head: Int) -> SyncStorage {
    let (numbered, new) = (storage.page.change.entries.map(\.fact), storage.facts.map(\.id))
    // Mostly they are the same in the same order, which takes less time to see.
    guard state.scanned == head, new == numbered || Set(numbered).isSuperset(of: new) else {
      return storage
    }
    state.scanned = head + rows
    var page = storage.page
    page.change.state = state.bytes
    return SyncStorage(facts: storage.facts, page: page, isLast: storage.isLast)
  }

  // MARK: The order

  private mutating func append(_ entry: SyncEntry, _ fact: FactRecord, to page: inout OrderPage) {
    var entry = entry
    entry.floor = HybridTime(rawValue: 0)
    if !(entry.isAlias && flaws.contains(.reusesAliasNumbers)) {
      let head = (state.authors[entry.author] ?? .none).next(fact, of: entry.author)
      state.authors[entry.author] = AuthorHead(number: entry.number, digest: head.digest)
    }
    if entry.isAlias, !flaws.isDisjoint(with: [.skipsAliases, .reusesAliasNumbers]) { return }
    state.head = state.head.next(entry, fact)
    entry.position = state.head.position
    entry.tag = state.head.tag
    page.add(entry, fact)
  }

  private func storage(_ page: OrderPage = OrderPage()) -> SyncStorage {
    SyncStorage(
      facts: page.facts,
      page: SyncPage(
        verdicts: page.verdicts,
        change: SyncChange(state: state.bytes, entries: page.entries)
      ),
      isLast: true
    )
  }
}

extension PushDecision {
  init?(_ entry: SyncEntry) {
    guard let verdict = entry.verdict, let received = entry.received else { return nil }
    self.init(verdict: verdict, isAlias: entry.isAlias, received: received)
  }
}
