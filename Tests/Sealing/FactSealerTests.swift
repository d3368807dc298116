import Core
import Crypto
import Journals
import Testing

@testable import Sealing

@Suite struct FactSealerTests {
  private let ring = KeyRing.of(seed: 1)

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `what is sealed and opened is what it was, and sealed again the same bytes`(
    seed: UInt64
  ) throws {
    var generator = SplitMix64(seed: seed)
    let sealer = FactSealer(ring)
    for _ in 0..<100 {
      let fact = FactRecord.random(using: &generator)
      let sealed = try sealer.seal(fact)
      #expect(sealed.id == fact.id && sealed.stamp == fact.stamp && sealed.erases == fact.erases)
      #expect(sealed.kind == (fact.erases ? "sealed.erasure" : "sealed"))
      #expect(try sealer.open(sealed) == fact)
      #expect(try FactSealer(ring).seal(fact) == sealed)
      #expect(try sealer.seal(try sealer.open(sealed)) == sealed)
      let travelled = try FactRecord.travelled(sealed)
      #expect(travelled.payload == sealed.payload && travelled.payloadHash == sealed.payloadHash)
      #expect(try sealer.open(travelled) == fact)
    }
  }

  @Test func `every bit that is flipped is noticed, and the fact named`() throws {
    let sealer = FactSealer(ring)
    let fact = FactRecord.example
    let sealed = try sealer.seal(fact)
    let payload = try #require(sealed.payload)
    for bit in 0..<(8 * payload.count) {
      var bytes = payload
      bytes[bit / 8] ^= 1 << (bit % 8)
      expectRefusal(of: sealed.with(payload: bytes), by: sealer)
    }
    for count in payload.indices {
      expectRefusal(of: sealed.with(payload: Array(payload.prefix(count))), by: sealer)
    }
    for bit in 0..<128 {
      let flip = UInt128(1) << bit
      expectRefusal(of: sealed.with(id: FactID(rawValue: fact.id.rawValue ^ flip)), by: sealer)
      let entity = sealed.entity.map { EntityID(rawValue: $0.rawValue ^ flip) }
      expectRefusal(of: sealed.with(entity: entity), by: sealer)
    }
    for bit in 0..<64 {
      let flip = UInt64(1) << bit
      let (clock, device) = (sealed.stamp.clock.rawValue, sealed.stamp.device.rawValue)
      for stamp in [
        HybridTimestamp(
          clock: HybridTime(rawValue: clock ^ flip),
          device: DeviceID(rawValue: device)
        ),
        HybridTimestamp(
          clock: HybridTime(rawValue: clock),
          device: DeviceID(rawValue: device ^ flip)
        ),
      ] { expectRefusal(of: sealed.with(stamp: stamp), by: sealer) }
    }
    expectRefusal(of: sealed.with(kind: "sealed.erasure", erases: true), by: sealer)
    expectRefusal(of: sealed.with(kind: "sealed.erasure"), by: sealer)
    expectRefusal(of: sealed.with(kind: "sealed", erases: true), by: sealer)
    expectRefusal(of: sealed.with(entity: .some(nil)), by: sealer)
    expectRefusal(of: sealed.with(version: 0), by: sealer)
  }

  private func expectRefusal(
    of sealed: FactRecord,
    by sealer: FactSealer,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    do throws(SealingError) {
      _ = try sealer.open(sealed)
      Issue.record("it was opened", sourceLocation: sourceLocation)
    } catch {
      #expect(error.fact == sealed.id, sourceLocation: sourceLocation)
      #expect(error.description.contains("\(sealed.id)"), sourceLocation: sourceLocation)
    }
  }

  @Test func `another ring opens nothing`() throws {
    let sealed = try FactSealer(ring).seal(.example)
    expectRefusal(of: sealed, by: FactSealer(.of(seed: 2)))
  }

  @Test func `ciphertexts that are swapped open nothing`() throws {
    let sealer = FactSealer(ring)
    var generator = SplitMix64(seed: 3)
    let facts = try (0..<2).map { _ in
      try sealer.seal(FactRecord.random(using: &generator, erases: false, entity: .example))
    }
    expectRefusal(of: facts[0].with(payload: facts[1].payload), by: sealer)
    expectRefusal(of: facts[0].with(id: facts[1].id), by: sealer)
  }

  @Test func `a fact of a newer key says which one is missing`() throws {
    let newer = ring.adding()
    let sealed = try FactSealer(newer).seal(.example)
    #expect(throws: SealingError.keyMissing(number: 2, fact: sealed.id)) {
      try FactSealer(ring).open(sealed)
    }
    let old = try FactSealer(ring).seal(.example)
    #expect(try FactSealer(newer).open(old) == .example)
    #expect(old.entity == sealed.entity)
    #expect(old.payload != sealed.payload)
  }

  @Test func `a key that another ring has under the same number is missing until both are joined`()
    throws
  {
    let (held, given) = (ring.adding(), ring.adding())
    let sealed = try [held, given].map { try FactSealer($0).seal(.example) }
    #expect(throws: SealingError.keyMissing(number: 2, fact: FactRecord.example.id)) {
      try FactSealer(held).open(sealed[1])
    }
    let joined = FactSealer(try held.united(with: given))
    for fact in sealed { #expect(try joined.open(fact) == .example) }
    // All rings of an account have the first key: what that does not open was changed.
    let other = try FactSealer(.of(seed: 2)).seal(.example)
    #expect(throws: SealingError.damaged(fact: other.id)) {
      try FactSealer(held).open(other.with(entity: sealed[0].entity))
    }
  }

  @Test func `a fact has each form that an earlier ring of the account gave it`() throws {
    let (held, given) = (ring.adding(), ring.adding())
    let joined = FactSealer(try held.united(with: given))
    let forms = try (0..<joined.formCount).map { try joined.seal(.example, form: $0) }
    for earlier in [ring, held, given] {
      #expect(try forms.contains(FactSealer(earlier).seal(.example)))
    }
    for form in forms { #expect(try joined.open(form) == .example) }
    let sealer = FactSealer(ring)
    #expect(sealer.formCount == 1)
    #expect(try sealer.seal(.example, form: 0) == sealer.seal(.example))
  }

  @Test func `a fact of a newer format asks for a newer program`() throws {
    let sealed = try FactSealer(ring).seal(.example).with(version: 2)
    #expect(throws: SealingError.tooNew(fact: sealed.id)) { try FactSealer(ring).open(sealed) }
  }

  @Test func `a fact that is not sealed is not taken from a server`() throws {
    expectRefusal(of: .example, by: FactSealer(ring))
  }

  @Test func `no sealed fact amends others`() throws {
    let sealer = FactSealer(ring)
    let amendment = try sealer.seal(FactRecord.example.with(kind: Amendment.kind))
    expectRefusal(of: amendment, by: sealer)
  }

  @Test func `lengths of payloads are seen in steps of 64 bytes`() throws {
    let sealer = FactSealer(ring)
    let lengths = try (0..<256).map { count in
      let fact = FactRecord.example.with(payload: [UInt8](repeating: 7, count: count))
      return try #require(sealer.seal(fact).payload.flatMap(SealedPayload.init)).box.count
    }
    #expect(Set(lengths).count <= 6)
    #expect(lengths.allSatisfy { ($0 - 28).isMultiple(of: 64) })
  }

  @Test func `facts with one id and other contents share no nonce`() throws {
    let sealer = FactSealer(ring)
    let boxes = try [UInt8](0..<2).map { byte in
      let fact = FactRecord.example.with(payload: [UInt8](repeating: byte, count: 50))
      return try #require(sealer.seal(fact).payload.flatMap(SealedPayload.init)).box
    }
    #expect(boxes[0].prefix(12) != boxes[1].prefix(12))
  }

  /// Computed by another program, with Python's `cryptography`.
  @Test func `a sealed fact has the same bytes for ever`() throws {
    let sealed = try FactSealer(ring).seal(.example)
    #expect(sealed.entity?.description == "1f7b425a49df16e12c46075d51bc6f9e")
    let expected =
      #"{"key":1,"sealed":"1ioELqJfLgQ7TTVr/2oMMiMkII5+0uFgX2p4roH174x1XaojzsAFXZz3nFl8y"#
      + #"N1wP+p8OC6ZWlx2HivY2G0vg4md3fApn6Ip6I88hUeXJxjztpier5VCtlMKzr3zxo5DmW1b8hOiAetml"#
      + #"wtxksiJ5DzE5dn3XQVITuYsyXlG+f0Xqx7PqgrbwVX2s+P7xhR9TldLlKGuQZjKsUR5"}"#
    #expect(sealed.payload.map { String(decoding: $0, as: UTF8.self) } == expected)
  }
}
