import Core
import Journals
import Testing

@testable import Sealing

/// What becomes of facts without payloads.
@Suite struct ErasureTests {
  private let sealer = FactSealer(.of(seed: 1))
  private let erasure = FactRecord.example.with(
    id: FactID(rawValue: 99),
    kind: "tracking.habit-deleted",
    payload: Array("{}".utf8),
    erases: true
  )

  @Test func `the skeleton of an erased fact shows neither its kind nor the hash of its payload`()
    throws
  {
    let erased = FactRecord.example.erased()
    let sealed = try sealer.seal(erased)
    #expect(sealed.kind == "sealed" && sealed.payload == nil && sealed.version == 1)
    #expect(sealed.entity == (try sealer.seal(.example).entity))
    #expect(sealed.payloadHash != erased.payloadHash)
    #expect(try sealer.seal(erased) == sealed)
  }

  @Test func `a skeleton from a server is about the entity itself, and goes back as it came`()
    throws
  {
    for sealed in [
      try sealer.seal(.example).erased(), try sealer.seal(FactRecord.example.erased()),
      try sealer.seal(FactRecord.example.with(entity: .some(nil))).erased(),
    ] {
      let skeleton = try sealer.open(sealed)
      #expect(skeleton.kind == "sealed" && skeleton.payload == nil && !skeleton.erases)
      #expect(skeleton.entity == (sealed.entity == nil ? nil : FactRecord.example.entity))
      #expect(skeleton.payloadHash == sealed.payloadHash)
      #expect(try sealer.seal(skeleton).hashed() == sealed.hashed())
    }
  }

  @Test func `nothing is erased by a fact without ciphertext, or one that was not sealed`() throws {
    let sealed = try sealer.seal(erasure)
    #expect(sealed.erases && sealed.kind == "sealed.erasure")
    #expect(try sealer.open(sealed) == erasure)
    for forged in [
      sealed.erased(), erasure, sealed.with(kind: "sealed"),
      try sealer.seal(.example).with(kind: "sealed.erasure", erases: true),
    ] {
      #expect(throws: SealingError.damaged(fact: forged.id)) { try sealer.open(forged) }
    }
  }

  @Test func `what cannot be opened is stored about its entity, erases nothing, and goes back`()
    throws
  {
    for fact in [FactRecord.example, erasure] {
      let sealed = try FactSealer(.of(seed: 1).adding()).seal(fact).with(version: 7)
      let stored = try sealer.unopened(sealed)
      #expect(stored.entity == fact.entity && !stored.erases && stored.payload == sealed.payload)
      #expect(try sealer.seal(stored).hashed() == sealed.hashed())
    }
  }

  @Test func `what was not sealed is stored under a kind of no module, and goes back`() throws {
    let sealed = try sealer.seal(.example)
    for arrived in [
      FactRecord.example, erasure, FactRecord.example.with(kind: Amendment.kind),
      FactRecord.example.with(kind: "\u{301}"), FactRecord.example.erased(),
      sealed.with(erases: true), sealed.with(kind: "sealed.erasure"),
      sealed.with(kind: "sealed.not:sealed"),
    ] {
      #expect(throws: SealingError.damaged(fact: arrived.id)) { try sealer.open(arrived) }
      let stored = try sealer.unopened(arrived)
      #expect(stored.kind.hasPrefix("sealed.not") && !stored.erases)
      #expect(stored.payload == arrived.payload)
      #expect(try sealer.seal(stored).hashed() == arrived.hashed())
    }
  }

  @Test(arguments: [0, 1, 2])
  func `devices erase what the server has erased, in whatever order it comes`(
    place: Int
  )
    async throws
  {
    let other = FactRecord.example.with(id: FactID(rawValue: 7), payload: Array("secret".utf8))
    var plain = [FactRecord.example, other]
    plain.insert(erasure, at: place)
    let server = MemoryJournal()
    let space = SpaceID(rawValue: 1)
    for fact in plain { try server.add(try sealer.seal(fact), to: space) }
    let held = try server.facts(of: space)
    #expect(held.filter { $0.payload == nil }.count == 2)
    let device = MemoryJournal()
    for fact in held { try device.add(try sealer.open(fact), to: space) }
    // One that comes later still, from a device that was away.
    let late = FactRecord.example.with(id: FactID(rawValue: 8))
    try device.add(late, to: space)
    let facts = try device.facts(of: space)
    #expect(facts.filter { $0.payload != nil } == [erasure.hashed()])
    #expect(facts.allSatisfy { $0.entity == erasure.entity })
    #expect(try await device.verify(space).firstBroken == nil)
  }
}

extension MemoryJournal {
  fileprivate func add(_ fact: FactRecord, to space: SpaceID) throws {
    let head = try read(space, after: 0, limit: 0).head
    _ = try append([AppendRequest(space: space, after: head, facts: [fact])])
  }

  fileprivate func facts(of space: SpaceID) throws -> [FactRecord] {
    try read(space, after: 0, limit: 1000).rows.map(\.fact)
  }
}
