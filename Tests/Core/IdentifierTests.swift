import Core
import TestKit
import Testing

@Suite struct IdentifierTests {
  @Test func `ids are written as 32 hexadecimal digits and read back`() {
    var generator = SplitMix64(seed: 128)
    for _ in 0..<1000 {
      let id = FactID.make(at: Instant(milliseconds: 1_774_746_000_000), using: &generator)
      #expect(id.description.utf8.count == 32)
      #expect(FactID(id.description) == id)
      #expect(FactID(id.description.uppercased()) == id)
    }
    #expect(FactID(rawValue: 1).description == String(repeating: "0", count: 31) + "1")
  }

  @Test func `a UUID is an id`() {
    let id = EntityID("0190163d-8694-739b-aea5-966c26f8ad91")
    #expect(id?.description == "0190163d8694739baea5966c26f8ad91")
  }

  @Test(arguments: [
    "", "1", String(repeating: "0", count: 31), String(repeating: "0", count: 33),
    String(repeating: "g", count: 32), "+" + String(repeating: "0", count: 31),
    String(repeating: "0", count: 31) + " ", String(repeating: "é", count: 16),
  ])
  func `what is not 32 hexadecimal digits is no id`(text: String) {
    #expect(SpaceID(text) == nil)
  }

  @Test func `an id is meant by some of its digits, at its end or at its beginning`() throws {
    let id = try #require(EntityID("0190163d8694739baea5966c26f8ad91"))
    #expect(id.short == "#f8ad91")
    for typed in [
      id.description, "0190163D-8694-739B-AEA5-966C26F8AD91", id.short, "f8ad91", "F8AD91", "ad91",
      "0190",
    ] {
      #expect(id.isMeant(by: typed), "\(typed)")
    }
    for typed in ["", "#", "d91", "#d91", "f8ad92", "1901", "0190163d8694739baea5966c26f8ad92"] {
      #expect(!id.isMeant(by: typed), "\(typed)")
    }
  }

  @Test func `later ids sort after earlier ones`() {
    var generator = SplitMix64(seed: 5)
    var previous = EntityID(rawValue: 0)
    for millisecond in 1...2000 {
      let id = EntityID.make(
        at: Instant(milliseconds: Int64(millisecond) << 30),
        using: &generator
      )
      #expect(id > previous)
      previous = id
    }
  }

  @Test func `ids made in one millisecond differ`() {
    var generator = SplitMix64(seed: 6)
    let ids = (0..<10_000).map { _ in FactID.make(at: Instant(seconds: 1), using: &generator) }
    #expect(Set(ids).count == ids.count)
  }

  @Test func `ids are coded as their text`() throws {
    let id = SpaceID(rawValue: 255)
    let text = #"["000000000000000000000000000000ff"]"#
    #expect(try JSON.encode([id]) == Array(text.utf8))
    #expect(try JSON.decode([SpaceID].self, from: Array(text.utf8)) == [id])
    #expect(throws: DecodingError.self) {
      try JSON.decode([SpaceID].self, from: Array(#"["ff"]"#.utf8))
    }
  }

  @Test func `seeded random numbers are those of the published algorithm`() {
    // The first outputs of the reference implementation of SplitMix64 for the seed 1234567.
    var generator = SplitMix64(seed: 1_234_567)
    #expect(
      (0..<3).map { _ in generator.next() } == [
        6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
      ]
    )
  }
}
