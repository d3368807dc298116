import Core
import Journals
import LeakCheck
import Runtime
import TestKit
import Testing

/// Orders that arrive after they were given.
@Suite(.leavesNothingBehind) struct ClaimTests {
  private let hour: Int64 = 3_600_000

  private func ago(_ hours: Int64) -> Instant {
    noon.advanced(byMilliseconds: -hours * hour)
  }

  private func claim(_ made: Instant, seen: Instant = Instant(seconds: 0)) -> Claim {
    Claim(made: made, seen: HybridTime(milliseconds: seen.milliseconds))
  }

  @Test
  func `it is carried out as of when it was given, but not after now or before what was seen`() {
    #expect(claim(ago(2)).instant(receivedAt: noon) == ago(2))
    #expect(claim(ago(-2)).instant(receivedAt: noon) == noon)
    #expect(claim(ago(2), seen: ago(1)).instant(receivedAt: noon) == ago(1))
    #expect(claim(ago(2), seen: ago(-1)).instant(receivedAt: noon) == noon)
  }

  @Test func `what claims to be older than seven days is as if given now`() {
    #expect(claim(ago(7 * 24)).instant(receivedAt: noon) == ago(7 * 24))
    #expect(claim(ago(7 * 24 + 1)).instant(receivedAt: noon) == noon)
    #expect(claim(Instant(milliseconds: .min)).instant(receivedAt: noon) == noon)
    #expect(claim(Instant(milliseconds: .max)).instant(receivedAt: noon) == noon)
  }

  /// The facts of one order that was given now and of some that arrive late, in that order.
  private func facts(_ claims: [Claim]) async throws -> [FactRecord] {
    let journal = MemoryJournal()
    let runtime = try start(journal)
    try await runtime.send(AddTally(amount: 1))
    for claim in claims {
      _ = try await runtime.owner().claiming(claim).send(AddTally(amount: 1))
    }
    try await runtime.send(AddTally(amount: 1))
    await runtime.close()
    return try await exported(from: journal)
  }

  @Test func `a fact keeps both when it was given and when it was received`() async throws {
    let facts = try await facts([claim(ago(5)), claim(ago(3))])
    #expect(facts.map(\.stamp.clock.instant) == [noon, ago(5), ago(3), noon])
    #expect(facts.allSatisfy { $0.id.received == noon })
  }

  @Test func `an order gives way to what was entered after it, and follows what was seen`()
    async throws
  {
    let facts = try await facts([claim(ago(5)), claim(ago(5), seen: ago(4)), claim(noon)])
    #expect(facts[1].stamp < facts[0].stamp)
    #expect(facts[2].stamp.clock > HybridTime(milliseconds: ago(4).milliseconds))
    #expect(facts[3].stamp.clock.instant == noon)
  }

  @Test func `orders of one instant are told apart, and later ones are later`() async throws {
    let facts = try await facts([claim(ago(5)), claim(ago(5)), claim(ago(5))])
    let stamps = facts.dropFirst().map(\.stamp)
    #expect(stamps == stamps.sorted() && Set(stamps).count == stamps.count)
    #expect(Set(facts.map(\.id)).count == facts.count)
  }

  @Test func `what the page claims to have seen cannot lead into the future`() async throws {
    let facts = try await facts([
      Claim(made: ago(1), seen: HybridTime(rawValue: .max)), claim(ago(1), seen: ago(-1000)),
    ])
    #expect(facts.allSatisfy { $0.stamp.clock.instant == noon })
  }

  @Test func `the next order is given now again`() async throws {
    let facts = try await facts([claim(ago(5))])
    #expect(facts.last?.stamp.clock.instant == noon)
  }
}
