import Core
import Journals
import Sync

/// Decides about one request of a device.
final class RequestWork {
  private let call: SyncCall
  private let rules: any SyncRules
  private let work: SpaceWork
  private var flags: [SyncFlag] = []
  private var added = 0
  /// What was seen in the facts that are new.
  private var looks: [FactID: FactLook] = [:]

  init(_ call: SyncCall, _ rules: any SyncRules, _ work: SpaceWork) {
    self.call = call
    self.rules = rules
    self.work = work
  }

  /// What was decided and is stored.
  final class Decided: Sendable {
    let answer: SyncAnswer
    let flags: [SyncFlag]
    let added: Int
    let grows: Bool

    init(_ answer: SyncAnswer, flags: [SyncFlag], added: Int, grows: Bool) {
      self.answer = answer
      self.flags = flags
      self.added = added
      self.grows = grows
    }
  }

  func run() async throws -> Decided {
    try await work.numberOwn()
    let body: SyncAnswer.Body
    switch call.request {
    case .pull(let request): body = try await pull(request)
    case .push(let request): body = try await push(request)
    case .offer(let request): body = try await offer(request)
    }
    work.keepKnown()
    return Decided(
      SyncAnswer(body, now: work.now),
      flags: flags,
      added: added,
      grows: work.added > 0
    )
  }

  // MARK: Pulling

  /// The number of facts that are read at once; a page may use only a few of them.
  private static let slice = 64

  private func pull(_ request: PullRequest) async throws -> SyncAnswer.Body {
    let after = request.after.position
    let last = try await work.journal.entries(in: work.space, after: after - 1, limit: 1).first
    let items = try await items(after: after, min(request.limit, SyncLimits.facts))
    var machine = work.machine()
    let outcome = machine.pull(request, last: last, items: items, newEpoch: .random())
    if let storage = outcome.storage { try await work.keep(storage, by: machine) }
    guard let signer = work.configuration.signer, case .page(var page) = outcome.answer else {
      return outcome.answer
    }
    page.receipt = try signer.receipt(for: page.head, of: work.space, page.epoch, at: work.now)
    return .page(page)
  }

  private func items(after position: Int, _ limit: Int) async throws -> [PullPage.Item] {
    let entries = try await work.journal.entries(in: work.space, after: position, limit: limit)
    var items: [PullPage.Item] = []
    var bytes = 0
    for start in stride(from: 0, to: entries.count, by: RequestWork.slice)
    where bytes <= SyncLimits.factBytes {
      let slice = entries[start..<min(start + RequestWork.slice, entries.count)]
      let facts = try await work.journal.records(of: slice.map(\.fact), in: work.space)
      for entry in slice {
        guard let fact = facts[entry.fact] else { throw RequestWork.missing(entry) }
        bytes += fact.payload?.count ?? 0
        items.append(PullPage.Item(entry: entry, fact: entry.isAlias ? fact.erased() : fact))
      }
    }
    return items
  }

  private static func missing(_ entry: SyncEntry) -> JournalError {
    JournalError(
      .damaged,
      "An entry of the server's order has no fact. Nothing was changed: restore a backup.",
      detail: "\(entry.fact) at \(entry.position ?? 0)"
    )
  }

  // MARK: Taking

  private func push(_ request: PushRequest) async throws -> SyncAnswer.Body {
    try await look(at: request.facts)
    try await refuseUnknown()
    let numbered = work.standing.numbered
    let repeated = Dictionary(numbered.map { ($0.number, $0) }, uniquingKeysWith: { $1 })
    let lookup = work.lookup()
    var machine = work.machine()
    var outcome: SyncServer.Outcome
    repeat {
      machine = work.machine(refusing: refusal)
      let held = HeldFacts(entries: repeated, known: known, isTaken: lookup.asking())
      outcome = machine.push(request, by: call, held: held, now: work.now)
    } while try await lookup.learn()
    doubt()
    return try await keep(outcome, machine)
  }

  private func offer(_ request: OfferRequest) async throws -> SyncAnswer.Body {
    try await look(at: request.facts)
    let lookup = work.lookup()
    var machine = work.machine()
    var outcome: SyncServer.Outcome
    repeat {
      machine = work.machine(refusing: refusal)
      let held = HeldOffers(known: known, isTaken: lookup.asking())
      outcome = machine.offer(request, by: call, held: held, now: work.now)
    } while try await lookup.learn()
    return try await keep(outcome, machine)
  }

  private func keep(
    _ outcome: SyncServer.Outcome,
    _ machine: SyncServer
  ) async throws -> SyncAnswer.Body {
    guard let storage = outcome.storage else {
      try work.requireRead()
      return outcome.answer
    }
    try await work.keep(storage, by: machine)
    added = storage.facts.count
    return outcome.answer
  }

  // MARK: Judging

  private var refusal: @Sendable (FactRecord, Instant) -> String? {
    { [looks] fact, _ in looks[fact.id]?.refusal }
  }

  /// The entries under which facts of the request came into the space.
  private var known: [FactID: SyncEntry] { work.standing.entries }

  /// - Throws: ``SpaceFull`` if the space would exceed its limits.
  private func look(at facts: [FactRecord]) async throws {
    let new = facts.filter { known[$0.id] == nil }
    if new.isEmpty { return }
    let held = try await usage()
    let bytes = new.reduce(held.bytes) { $0 + ($1.payload?.count ?? 0) }
    let most = rules.limits.most(isErasing: new.contains(where: \.erases))
    guard bytes <= most.bytes, held.facts + new.count <= most.facts else {
      try work.requireRead()
      throw SpaceFull()
    }
    for fact in new { looks[fact.id] = rules.look(at: fact, now: work.now) }
  }

  private func usage() async throws -> SpaceUsage {
    if let usage = work.known.usage { return usage }
    let usage = try await work.journal.usage(of: work.space)
    work.known.usage = usage
    return usage
  }

  /// Refuses facts of unknown kinds beyond their limit.
  private func refuseUnknown() async throws {
    let unknown = looks.filter(\.value.isUnknown).keys.sorted()
    if unknown.isEmpty { return }
    var count = try await usage().kinds.reduce(0) { sum, kind in
      kind.key == Amendment.kind || !rules.isUnknown(kind.key) ? sum : sum + kind.value.facts
    }
    for fact in unknown {
      count += 1
      if count > rules.limits.unknownFacts { looks[fact]?.refusal = "too-many-unknown" }
    }
  }

  /// Notes what is doubtful about the request.
  private func doubt() {
    let late = looks.count { fact, look in
      // The westernmost offset in use is UTC-12; the day before may be marked without being late.
      look.latestDay.map { $0.advanced(by: 1) < Day(at: fact.received, minutesEast: -720) } ?? false
    }
    if late >= rules.limits.backfill { flags.append(.backfill(facts: late)) }
    let error = call.wall.milliseconds - work.now.milliseconds
    if abs(error) > rules.limits.clock { flags.append(.clock(milliseconds: error)) }
    // Once an hour: a flag is written to the disk, and the sender of a long history sends many
    // facts.
    let limit = rules.limits.factsAnHour
    if let count = work.known.rate.add(looks.count, at: work.now, reaching: limit) {
      flags.append(.rate(facts: count))
    }
  }
}
