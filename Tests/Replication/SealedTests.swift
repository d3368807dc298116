import Core
import Journals
import Locks
import Replication
import Runtime
import SQLiteJournal
import Sync
import Testing
import TrackingContract

/// Facts that travel in another form than they are stored.
@Suite struct SealedTests {
  /// Hides what a fact says, as far as a test needs it: by a key that anybody could find out.
  private final class Hiding: FactCodec {
    private struct Contents: Codable {
      let entity: EntityID?
      let kind: String
      let payload: [UInt8]
      let version: Int
    }

    private let hasKey: Locked<Bool>

    init(hasKey: Bool = true) { self.hasKey = Locked(hasKey) }

    func giveKey() { hasKey.withLock { $0 = true } }

    private func requireKey() throws {
      guard hasKey.withLock({ $0 }) else { throw FactKeyNeeded(key: 1) }
    }

    private func hidden(_ entity: EntityID) -> EntityID { EntityID(rawValue: ~entity.rawValue) }

    func seal(_ fact: FactRecord) throws -> FactRecord {
      try requireKey()
      if fact.kind == "sealed" { return fact }
      var payload: [UInt8]?
      if let bytes = fact.payload {
        let contents = Contents(
          entity: fact.entity,
          kind: fact.kind,
          payload: bytes,
          version: fact.version
        )
        payload = try JSON.encode(contents).map { $0 ^ 0x5A }
      }
      return FactRecord(
        id: fact.id,
        stamp: fact.stamp,
        kind: fact.erases ? "sealed.erasure" : "sealed",
        version: 1,
        entity: fact.entity.map(hidden),
        payload: payload,
        payloadHash: payload == nil ? Digest.of(Array("\(fact.id)".utf8)) : nil,
        erases: fact.erases
      ).hashed()
    }

    func open(_ fact: FactRecord) throws -> FactRecord {
      try requireKey()
      guard let payload = fact.payload else { return fact }
      let contents = try JSON.decode(Contents.self, from: payload.map { $0 ^ 0x5A })
      return FactRecord(
        id: fact.id,
        stamp: fact.stamp,
        kind: contents.kind,
        version: contents.version,
        entity: contents.entity,
        payload: contents.payload,
        erases: fact.erases
      ).hashed()
    }
  }

  private func home(
    _ name: String,
    in world: World,
    _ codec: Hiding = Hiding()
  ) async throws -> Home {
    let line = Line(to: world)
    line.change { $0.rules = SealedRules() }
    return try await Home(name, in: world, line: line) { $0.codec = codec }
  }

  @Test func `a server sees nothing of what devices show each other`() async throws {
    let world = try World()
    let (laptop, desk) = (try await home("laptop", in: world), try await home("desk", in: world))
    let habit = try await laptop.add("A secret").id
    try await laptop.check(habit)
    for home in [laptop, desk] { await home.settle() }
    #expect(try await desk.titles() == ["A secret"])
    try await desk.add("Another")
    for home in [desk, laptop] { await home.settle() }
    let seen = try await facts(of: account, in: try world.journal()).values
    #expect(Set(seen.map(\.kind)) == ["sealed"])
    for fact in seen {
      #expect(fact.entity != habit.entity)
      #expect(!String(decoding: fact.payload ?? [], as: UTF8.self).contains("secret"))
    }
    let (first, second) = (
      try await states(of: laptop.space, in: laptop.journal),
      try await states(of: desk.space, in: desk.journal)
    )
    #expect(first == second)
  }

  @Test func `a device keeps the tags by which it finds the form that was signed`() async throws {
    let world = try World()
    let laptop = try await home("laptop", in: world)
    try await laptop.add("A secret")
    await laptop.settle()
    let kept = try await laptop.journal.entries(in: laptop.space, after: 0, limit: 9)
    let order = try await world.journal().entries(in: account, after: 0, limit: 9)
    #expect(!order.isEmpty && order.allSatisfy { $0.tag != 0 })
    #expect(kept.map(\.tag) == order.map(\.tag))
  }

  @Test func `what is erased is erased on a server that cannot read it`() async throws {
    let world = try World()
    let (laptop, desk) = (try await home("laptop", in: world), try await home("desk", in: world))
    let habit = try await laptop.add("A secret").id
    for home in [laptop, desk] { await home.settle() }
    try await desk.check(habit)
    try await laptop.client.send(DeleteHabit(habit: habit, confirmed: true))
    for home in [laptop, desk, laptop] { await home.settle() }
    let kept = try await facts(of: account, in: try world.journal()).values
    #expect(kept.contains { $0.erases })
    #expect(kept.allSatisfy { $0.erases || $0.payload == nil })
    for home in [laptop, desk] { #expect(try await home.titles() == []) }
    // A device that comes later gets what is left.
    let late = try await home("late", in: world)
    await late.settle()
    #expect(try await late.titles() == [])
    // And a server that was replaced gets it all again.
    world.stop()
    for file in ["server.db"] { try world.folder.remove(file) }
    try world.folder.copy("nothing", to: "server")
    world.restart()
    for home in [late, laptop, desk] { await home.settle() }
    #expect(try await facts(of: account, in: try world.journal()).count == kept.count)
  }

  @Test func `without the key nothing is sent or stored, and with it all goes on`() async throws {
    let world = try World()
    let laptop = try await home("laptop", in: world)
    try await laptop.add("Read")
    await laptop.settle()
    let codec = Hiding(hasKey: false)
    let desk = try await home("desk", in: world, codec)
    try await desk.add("Run")
    for _ in 0..<2 {
      let outcome = await desk.replicator.round()
      guard case .interrupted(let trouble) = outcome.ending else {
        Issue.record("the round ended otherwise")
        return
      }
      #expect(trouble.kind == .keyNeeded)
      #expect(try await desk.titles() == ["Run"])
    }
    codec.giveKey()
    for home in [desk, laptop] { await home.settle() }
    #expect(try await desk.titles() == ["Read", "Run"])
    #expect(try await laptop.titles() == ["Read", "Run"])
  }

  @Test func `refused facts are refused in a sealed space too`() async throws {
    let world = try World()
    let (laptop, desk) = (try await home("laptop", in: world), try await home("desk", in: world))
    let habit = try await laptop.add("Read").id
    await laptop.settle()
    laptop.line.change { $0.rules = Refusing("sealed") }
    try await laptop.check(habit)
    for home in [laptop, desk] { await home.settle() }
    let today = Day(at: noon, minutesEast: 0)
    for home in [laptop, desk] {
      #expect(try await home.status(habit, today) == .open)
      #expect(await home.replicator.status().refused == 1)
    }
  }
}
