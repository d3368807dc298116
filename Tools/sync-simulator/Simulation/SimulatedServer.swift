import Core
import Engine
import EngineDriving
import Journals
import Sync

/// A server with one space, its backups and its ledger of erasures.
final class SimulatedServer {
  private(set) var installation: Installation
  private(set) var server: SyncServer
  private var backups: [(journal: any SimulatedJournal, state: [UInt8])] = []
  /// Facts that erase others, kept outside of the backups.
  private var ledger: [FactID: Erased] = [:]

  private struct Erased {
    let fact: FactRecord
    let verdict: SyncVerdict?
    let received: Instant
  }
  private var chance: Chance
  private let flaws: Flaws
  private let page: Int
  /// Whether devices send documents, as through a network, instead of values.
  let usesDocuments: Bool
  /// Called with every entry that gets a position.
  var onPlaced: (SyncEntry, _ now: Instant) -> Void = { _, _ in }

  init(
    seed: UInt64,
    page: Int,
    modules: InstalledModules,
    journals: JournalMaker,
    flaws: Flaws
  ) throws {
    chance = Chance(seed: seed)
    self.page = page
    self.flaws = flaws
    usesDocuments = chance.happens(0.2)
    installation = try Installation(
      device: DeviceID(rawValue: 1 << 40),
      seed: chance.next(),
      modules: modules,
      journal: try journals.make(),
      flaws: flaws
    )
    server = SimulatedServer.server(
      ServerState(epoch: SyncEpoch(rawValue: chance.next() >> 1)),
      installation,
      flaws
    )
  }

  private static func server(
    _ state: ServerState,
    _ installation: Installation,
    _ flaws: Flaws
  ) -> SyncServer {
    let (node, readers) = (installation.device, installation.driver.modules.readers)
    return SyncServer(state: state, node: node, flaws: flaws.sync) { fact, _ in
      guard let decoded = try? readers.merging([fact]) else { return "unreadable" }
      let note = decoded.first?.fact as? NoteWritten
      return note?.isUnfit == true ? "unfit" : nil
    }
  }

  /// The entities that were ever erased.
  var erased: Set<EntityID> { Set(ledger.values.compactMap(\.fact.entity)) }

  var journal: any SimulatedJournal { installation.journal }
  private let space = Installation.space

  // MARK: Requests

  /// Called with each incoming and each outgoing document.
  var onDocument: (([UInt8]) -> Void)?

  /// Answers a request as it arrives from the network.
  ///
  /// - Throws: `SyncWire.Fault` for a document that is not a request.
  func handle(_ document: [UInt8], now: Int64) throws -> [UInt8] {
    let answer = try SyncWire.bytes(of: handle(try SyncWire.call(document), now: now))
    onDocument?(document)
    onDocument?(answer)
    return answer
  }

  func handle(_ call: SyncCall, now: Int64) throws -> SyncAnswer {
    installation.setTime(now, skew: 0)
    let instant = Instant(milliseconds: now)
    var next = server
    let outcome =
      switch call.request {
      case .pull(let request): try pull(request, &next)
      case .push(let request): try push(request, call, &next, instant)
      case .offer(let request): try offer(request, call, &next, instant)
      }
    if let storage = outcome.storage { try keep(storage, instant) }
    server = next
    if outcome.storage != nil { try numberOwn(now: now) }
    return SyncAnswer(outcome.answer, now: instant)
  }

  private func pull(_ request: PullRequest, _ next: inout SyncServer) throws -> SyncServer.Outcome {
    let after = request.after.position
    let entries = try journal.entries(in: space, after: after, limit: min(request.limit, page))
    let facts = try journal.records(of: entries.map(\.fact), in: space)
    return next.pull(
      request,
      last: try journal.entries(in: space, after: after - 1, limit: 1).first,
      items: entries.compactMap { entry in
        facts[entry.fact].map {
          PullPage.Item(entry: entry, fact: entry.isAlias ? $0.erased() : $0)
        }
      },
      newEpoch: SyncEpoch(rawValue: chance.next() >> 1)
    )
  }

  private func push(
    _ request: PushRequest,
    _ call: SyncCall,
    _ next: inout SyncServer,
    _ now: Instant
  ) throws -> SyncServer.Outcome {
    let first = request.items.first?.number ?? 1
    let entries = try journal.entries(
      in: space,
      of: request.author,
      after: first - 1,
      limit: request.items.count
    )
    let (journal, space) = (journal, space)
    let held = HeldFacts(
      entries: Dictionary(uniqueKeysWithValues: entries.map { ($0.number, $0) }),
      known: try journal.entries(
        in: space,
        for: request.items.flatMap { [$0.fact.id, $0.erasure?.fact.id].compactMap { $0 } }
      ),
      isTaken: { (try? journal.isTaken($0, in: space)) ?? false }
    )
    return next.push(request, by: call, held: held, now: now)
  }

  private func offer(
    _ request: OfferRequest,
    _ call: SyncCall,
    _ next: inout SyncServer,
    _ now: Instant
  ) throws -> SyncServer.Outcome {
    let known = try journal.entries(
      in: space,
      for: request.items.flatMap { [$0.fact.id, $0.erasure?.fact.id].compactMap { $0 } }
    )
    let (journal, space) = (journal, space)
    let held = HeldOffers(known: known) { (try? journal.isTaken($0, in: space)) ?? false }
    return next.offer(request, by: call, held: held, now: now)
  }

  private func keep(_ storage: SyncStorage, _ now: Instant) throws {
    let known = try journal.known(storage.facts.map(\.id), in: space)
    let new = flaws.leavesOut(.dedupByID) ? storage : storage.without(known)
    _ = try installation.store(new.facts, new.page, isLast: true)
    for fact in storage.facts where fact.erases && ledger[fact.id] == nil {
      let verdict = storage.page.verdicts[fact.id]
      ledger[fact.id] = Erased(fact: fact, verdict: verdict, received: now)
    }
    for entry in storage.page.change.entries { onPlaced(entry, now) }
  }

  // MARK: What is done on the server

  /// Gives positions to what was made through the server.
  func numberOwn(now: Int64) throws {
    installation.setTime(now, skew: 0)
    let instant = Instant(milliseconds: now)
    var next = server
    let rows = try installation.rows().dropFirst(next.state.scanned)
    let entries = try journal.entries(in: space, for: rows.map(\.fact.id))
    let amended = try journal.verdicts(in: space)
    let scanned = rows.map { row in
      let id = row.fact.id
      return ScannedRow(
        sequence: row.sequence,
        fact: row.fact,
        entry: entries[id],
        amended: amended[id],
        received: ledger[id]?.received
      )
    }
    let storage = next.number(scanned, now: instant) {
      (try? journal.isTaken($0, in: space)) ?? false
    }
    guard let storage else { return }
    try keep(storage, instant)
    server = next
  }

  // MARK: Backups

  func backUp() throws { backups.append((try journal.duplicate(), server.state.bytes)) }

  /// Restores an earlier moment.
  ///
  /// - Parameter silently: whether the server is not told, so that it has to notice.
  /// - Returns: whether there was an earlier moment.
  func restore(silently: Bool, now: Int64) throws -> Bool {
    guard !backups.isEmpty else { return false }
    let backup = chance.pick(backups)
    try installation.replaceJournal(backup.journal.duplicate())
    installation.setTime(now, skew: 0)
    installation.device = DeviceID(rawValue: chance.next() >> 1 | 1)
    server = SimulatedServer.server(try ServerState(backup.state), installation, flaws)
    if !silently {
      var next = server
      let epoch = SyncEpoch(rawValue: chance.next() >> 1)
      try keep(next.restart(as: epoch), Instant(milliseconds: now))
      server = next
    }
    if !flaws.leavesOut(.erasureLedger) { try applyLedger() }
    try numberOwn(now: now)
    return true
  }

  private func applyLedger() throws {
    let known = try journal.known(Array(ledger.keys), in: space)
    let lost = ledger.values.filter { !known.contains($0.fact.id) }.sorted {
      $0.fact.id < $1.fact.id
    }
    var page = SyncPage(change: SyncChange(state: server.state.bytes))
    for erased in lost { page.verdicts[erased.fact.id] = erased.verdict }
    _ = try installation.store(lost.map(\.fact), page, isLast: true)
  }
}
