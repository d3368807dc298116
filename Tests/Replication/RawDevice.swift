import Core
import EngineDriving
import Journals
import Replication
import Sync
import Testing

/// A program that speaks the protocol and has no journal, and may send what no program of ours would.
struct RawDevice {
  let author: DeviceID
  let world: World
  var number = 0
  /// How far its clock is off, in milliseconds.
  var skew: Int64 = 0
  var rules: (any SyncRules)?

  init(_ author: UInt64, in world: World) {
    self.author = DeviceID(rawValue: author)
    self.world = world
  }

  private var wall: Instant { world.time.now().advanced(byMilliseconds: skew) }

  /// A fact that this device makes now.
  func fact(
    _ kind: String,
    _ payload: String,
    about entity: EntityID? = nil,
    number: Int = 0,
    erases: Bool = false
  ) -> FactRecord {
    let clock = HybridTime(milliseconds: wall.milliseconds, counter: UInt16(number))
    return FactRecord(
      id: FactID(rawValue: UInt128(clock.rawValue) << 64 | UInt128(author.rawValue)),
      stamp: HybridTimestamp(clock: clock, device: author),
      kind: kind,
      version: 1,
      entity: entity,
      payload: Array(payload.utf8),
      erases: erases
    ).hashed()
  }

  func ask(_ request: SyncRequest) async throws -> SyncAnswer.Body {
    let document = try SyncWire.bytes(of: SyncCall(request, wall: wall, boot: nil))
    return try SyncWire.answer(try await world.answer(document, with: rules)).body
  }

  func pull(after head: OrderHead = .none, epoch: SyncEpoch? = nil) async throws -> PullPage {
    let request = PullRequest(author: author, epoch: epoch, after: head, limit: 500)
    guard case .page(let page) = try await ask(.pull(request)) else { throw NoPage() }
    return page
  }

  struct NoPage: Error {}

  /// Pushes facts; returns the verdicts.
  mutating func push(_ facts: [FactRecord]) async throws -> [SyncVerdict] {
    let epoch = try await pull().epoch
    let items = facts.enumerated().map { index, fact in
      PushRequest.Item(
        HeldEntry(
          entry: SyncEntry(author: author, number: number + index + 1, fact: fact.id),
          fact: fact
        )
      )
    }
    number += facts.count
    let request = PushRequest(author: author, epoch: epoch, items: items)
    guard case .decided(let decisions) = try await ask(.push(request)) else { return [] }
    return decisions.map(\.verdict)
  }
}

/// Refuses facts of one kind.
struct Refusing: SyncRules {
  let kind: String
  var limits = SpaceLimits()

  init(_ kind: String) { self.kind = kind }

  func look(at fact: FactRecord, now: Instant) -> FactLook {
    FactLook(refusal: fact.kind == kind ? "unwanted" : nil)
  }

  func isUnknown(_ kind: String) -> Bool { false }
}
