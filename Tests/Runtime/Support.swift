import Core
import Journals
import Runtime
import TestKit

let space = SpaceID(rawValue: 7)
let noon = Instant(seconds: 1_750_000_000)

/// A runtime whose clock stands still, unless a test provides its own clock.
func start(
  _ modules: [any Module.Type],
  _ journal: any Journal,
  now: Instant = noon,
  clock: (any WallClock)? = nil,
  device: UInt64 = 1,
  memoryLimit: Int = 64 << 20,
  seed: UInt64 = 1
) throws -> Runtime {
  try Runtime(
    modules: modules,
    journal: journal,
    device: DeviceID(rawValue: device),
    clock: clock ?? FixedClock(now),
    memoryLimit: memoryLimit,
    random: SplitMix64(seed: seed)
  )
}

func start(
  _ journal: any Journal,
  now: Instant = noon,
  clock: (any WallClock)? = nil,
  device: UInt64 = 1,
  memoryLimit: Int = 64 << 20
) throws -> Runtime {
  try start(
    [TallyModule.self],
    journal,
    now: now,
    clock: clock,
    device: device,
    memoryLimit: memoryLimit
  )
}

extension Runtime {
  /// A client for a space on behalf of its owner.
  func owner(of id: SpaceID = space) -> RuntimeClient { client(for: .owner, in: id) }

  /// The reply to a command of the owner.
  @discardableResult
  func send<C: Command>(_ command: C, to id: SpaceID = space) async throws -> C.Reply {
    try await owner(of: id).send(command).reply
  }

  func ask<Q: Query>(_ query: Q, in id: SpaceID = space) async throws -> Q.Reply {
    try await owner(of: id).ask(query)
  }
}

/// All facts of a space as another device would receive them.
func exported(_ id: SpaceID = space, from journal: some Journal) async throws -> [FactRecord] {
  var bytes: [UInt8] = []
  try await SpaceArchive.write(id, in: journal) { bytes += $0 }
  var pieces = [bytes[...]]
  var reader = ArchiveReader { pieces.popLast() ?? [] }
  var facts: [FactRecord] = []
  while let page = try reader.next() { facts += page }
  return facts
}

/// A fact of another device, as a journal or an archive contains it.
func foreign(
  _ payload: String,
  kind: String = "tally.tallied",
  version: Int = 1,
  id: UInt128 = 1,
  at instant: Instant = Instant(milliseconds: 5),
  device: UInt64 = 9
) -> FactRecord {
  FactRecord(
    id: FactID(rawValue: id),
    stamp: HybridTimestamp(
      clock: HybridTime(milliseconds: instant.milliseconds),
      device: DeviceID(rawValue: device)
    ),
    kind: kind,
    version: version,
    entity: nil,
    payload: Array(payload.utf8)
  )
}
