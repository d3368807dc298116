import Core
import Engine
import Journals
import Sync

let phone = DeviceID(rawValue: 7)
let laptop = DeviceID(rawValue: 8)
let server = DeviceID(rawValue: 99)
let walk = EntityID(rawValue: 0xAA)
/// The server's time.
let noon = Instant(milliseconds: 1_780_000_000_000)

/// A fact that a device wrote down at `milliseconds` after noon by its own clock.
func fact(
  _ number: Int,
  at milliseconds: Int64 = 0,
  by device: DeviceID = phone,
  about entity: EntityID? = nil,
  erases: Bool = false
) -> FactRecord {
  let clock = HybridTime(milliseconds: noon.milliseconds + milliseconds)
  return FactRecord(
    id: FactID(rawValue: UInt128(clock.rawValue) << 64 | UInt128(number)),
    stamp: HybridTimestamp(clock: clock, device: device),
    kind: erases ? "notes.erased" : "notes.written",
    version: 1,
    entity: entity,
    payload: Array("{\"number\":\(number)}".utf8),
    erases: erases
  ).hashed()
}

/// A server with what it has stored, and no journal.
struct Shop {
  private(set) var machine: SyncServer
  private(set) var entries: [SyncEntry] = []
  private(set) var facts: [FactID: FactRecord] = [:]
  /// The verdicts that were stored with facts.
  private(set) var verdicts: [FactID: SyncVerdict] = [:]

  init(refusing kind: String? = nil) {
    machine = SyncServer(
      state: ServerState(epoch: SyncEpoch(rawValue: 1)),
      node: server
    ) { fact, _ in fact.kind == kind ? "unwanted" : nil }
  }

  var epoch: SyncEpoch { machine.state.epoch }

  /// A device pushes facts, the first of them under `number`.
  mutating func push(
    _ items: [HeldEntry],
    epoch: SyncEpoch? = nil,
    wall: Int64 = 0,
    boot: BootTime? = nil,
    now: Instant = noon
  ) -> SyncAnswer.Body {
    let author = items.first?.entry.author ?? phone
    let request = PushRequest(
      author: author,
      epoch: epoch ?? self.epoch,
      items: items.map(PushRequest.Item.init)
    )
    let call = SyncCall(
      .push(request),
      wall: Instant(milliseconds: now.milliseconds + wall),
      boot: boot
    )
    let held = HeldFacts(
      entries: Dictionary(
        entries.filter { $0.author == author }.map { ($0.number, $0) },
        uniquingKeysWith: { $1 }
      ),
      known: known(items),
      isTaken: taken
    )
    return keep(machine.push(request, by: call, held: held, now: now))
  }

  mutating func offer(_ items: [HeldEntry], now: Instant = noon) -> SyncAnswer.Body {
    let request = OfferRequest(
      author: phone,
      epoch: epoch,
      items: items.map(OfferRequest.Item.init)
    )
    let call = SyncCall(.offer(request), wall: now, boot: nil)
    let held = HeldOffers(known: known(items), isTaken: taken)
    return keep(machine.offer(request, by: call, held: held, now: now))
  }

  mutating func pull(after head: OrderHead, epoch: SyncEpoch? = nil) -> SyncAnswer.Body {
    let request = PullRequest(author: phone, epoch: epoch, after: head, limit: 10)
    let rest = entries.filter { ($0.position ?? 0) > head.position }
    return keep(
      machine.pull(
        request,
        last: entries.first { $0.position == head.position },
        items: rest.compactMap { entry in
          facts[entry.fact].map { PullPage.Item(entry: entry, fact: $0) }
        },
        newEpoch: SyncEpoch(rawValue: epoch.map { $0.rawValue + 1 } ?? 2)
      )
    )
  }

  private func known(_ items: [HeldEntry]) -> [FactID: SyncEntry] {
    let wanted = Set(items.flatMap { [$0.fact.id, $0.erasure?.fact.id].compactMap(\.self) })
    return Dictionary(
      entries.filter { wanted.contains($0.fact) && !$0.isAlias }.map { ($0.fact, $0) },
      uniquingKeysWith: { $1 }
    )
  }

  private var taken: @Sendable (HybridTimestamp) -> Bool {
    var stamps: Set<HybridTimestamp> = []
    for entry in entries where !entry.isAlias {
      guard let clock = entry.verdict?.clock, let device = facts[entry.fact]?.stamp.device else {
        continue
      }
      stamps.insert(HybridTimestamp(clock: clock, device: device))
    }
    return { [stamps] in stamps.contains($0) }
  }

  private mutating func keep(_ outcome: SyncServer.Outcome) -> SyncAnswer.Body {
    guard let storage = outcome.storage else { return outcome.answer }
    for fact in storage.facts { facts[fact.id] = fact }
    entries += storage.page.change.entries
    verdicts.merge(storage.page.verdicts) { $1 }
    return outcome.answer
  }
}

extension HeldEntry {
  /// A fact that a device has numbered.
  init(
    _ number: Int,
    _ fact: FactRecord,
    by author: DeviceID = phone,
    made: BootTime? = nil,
    erasure: Erasure? = nil,
    verdict: SyncVerdict? = nil
  ) {
    self.init(
      entry: SyncEntry(author: author, number: number, fact: fact.id, verdict: verdict),
      fact: fact,
      made: made,
      erasure: erasure
    )
  }
}

extension SyncAnswer.Body {
  var decisions: [PushDecision]? { if case .decided(let found) = self { found } else { nil } }
  var verdicts: [SyncVerdict]? { decisions?.map(\.verdict) }
}
