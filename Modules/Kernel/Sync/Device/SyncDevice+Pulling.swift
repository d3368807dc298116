import Core
import Engine
import Journals

/// Receives what the server has, and numbers what it does not have.
extension SyncDevice {
  /// Handles the server's answer to what was sent.
  public mutating func receive(_ answer: SyncAnswer) {
    switch (answer.body, phase) {
    case (.replaced(let epoch), _): replaced(by: epoch)
    case (.page(let page), .pulling): consider(page)
    case (.decided(let decisions), .pushing(let items)) where decisions.count == items.count:
      take(decisions, about: items)
    case (.gap, .pushing): offerUnplaced()
    case (.fork, .pushing): phase = flaws.contains(.keepsIdentity) ? .pulling : .renewing
    case (.held, .sendingOffer(_, let next)): phase = next.phase
    default: fail()
    }
  }

  // MARK: Pages

  private mutating func consider(_ page: PullPage) {
    if state.epoch == nil { state.epoch = page.epoch }
    guard page.epoch == state.epoch || flaws.contains(.ignoresEpochs) else { return fail() }
    let own = page.items.filter { $0.entry.author == state.author }
    guard let last = own.last, flaws.isDisjoint(with: [.keepsIdentity, .ignoresForks]) else {
      return apply(page)
    }
    if last.entry.number <= state.numbered.number || state.hasCaughtUp {
      phase = .comparing(page)
    } else {
      apply(page)
    }
  }

  /// Compares own entries on a page with those that are held here.
  ///
  /// If this journal was restored or copied, the server has other or more entries: the device then
  /// takes another identity, and numbers under it what is not in the server's order.
  mutating func compare(_ held: [HeldEntry], with page: PullPage) {
    let own = page.items.filter { $0.entry.author == state.author }
    let isOurs = own.allSatisfy { item in
      guard item.entry.number <= state.numbered.number else { return !state.hasCaughtUp }
      return held.contains {
        $0.entry.number == item.entry.number && $0.entry.fact == item.entry.fact
      }
    }
    if isOurs { apply(page) } else { phase = .renewing }
  }

  private mutating func apply(_ page: PullPage) {
    var next = state
    var entries: [SyncEntry] = []
    for item in page.items {
      guard next.advance(by: item) else { return fail() }
      var entry = item.entry
      entry.tag = keepsTags ? next.cursor.tag : 0
      entries.append(entry)
    }
    if next.cursor.position >= page.head.position {
      guard next.cursor == page.head else { return fail() }
      next.hasCaughtUp = true
      hasPulledSince = true
    }
    // A server that claims to have more but sends none of it would be asked without end.
    guard !page.items.isEmpty || next.cursor.position >= page.head.position else { return fail() }
    let then: Phase = next.cursor.position < page.head.position ? .pulling : .numbering
    guard !page.items.isEmpty || next != state else { return phase = then }
    let facts = page.items.filter { !$0.entry.isAlias }
    var verdicts: [FactID: SyncVerdict] = [:]
    for item in facts where !keepsClock(of: item.entry) {
      verdicts[item.entry.fact] = item.entry.verdict
    }
    store(
      next,
      then: then,
      facts: facts.map(\.fact),
      verdicts: verdicts,
      entries: entries,
      isLast: next.cursor.position >= page.head.position
    )
  }

  private func keepsClock(of entry: SyncEntry) -> Bool {
    flaws.contains(.keepsOwnClocks) && entry.author == state.author
  }

  // MARK: Numbering

  /// Numbers the facts among these rows that have no number yet.
  public mutating func take(rows: [ScannedRow]) {
    guard case .numbering = phase else { return }
    guard let last = rows.last else { return phase = .gathering }
    let isNumbered = rows.allSatisfy { $0.entry != nil || $0.fact.kind == Amendment.kind }
    // The server has lost facts of ours, which others may still offer under their numbers, so these
    // numbers are not used for other facts.
    guard isNumbered || state.numbered.number == state.highest || flaws.contains(.keepsIdentity)
    else { return phase = .renewing }
    var next = state
    var entries: [SyncEntry] = []
    for row in rows where row.fact.kind != Amendment.kind {
      if let entry = row.entry {
        if entry.author != state.author, let clock = entry.verdict?.clock {
          next.floor = max(next.floor, clock)
        }
      } else {
        next.numbered = next.numbered.next(row.fact, of: next.author)
        entries.append(
          SyncEntry(
            author: next.author,
            number: next.numbered.number,
            fact: row.fact.id,
            floor: next.floor
          )
        )
      }
    }
    next.highest = max(next.highest, next.numbered.number)
    next.scanned = last.sequence
    store(next, then: .numbering, entries: entries)
  }
}

extension DeviceState {
  /// Takes the next entry of the server's order into account.
  ///
  /// - Returns: false, and changes nothing, if it is not the next one.
  mutating func advance(by item: PullPage.Item) -> Bool {
    let entry = item.entry
    let isOwn = entry.author == author
    let before = isOwn ? placed : authors[entry.author] ?? .none
    guard entry.position == cursor.position + 1, entry.verdict != nil,
      entry.number == before.number + 1, entry.fact == item.fact.id
    else { return false }
    let head = before.next(item.fact, of: entry.author)
    if isOwn { place(head) } else { authors[entry.author] = head }
    cursor = cursor.next(entry, item.fact)
    return true
  }

  private mutating func place(_ head: AuthorHead) {
    placed = head
    acknowledged = max(acknowledged, head.number)
    if head.number >= numbered.number { numbered = head }
    highest = max(highest, head.number)
  }
}
