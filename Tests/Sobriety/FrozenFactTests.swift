import Core
import SobrietyContract
import Testing

/// Payloads as written by version 1.
///
/// They are in users' journals, so these strings never change. A new version adds strings beside
/// them.
@Suite struct FrozenFactTests {
  @Test(arguments: [
    """
    {"at":1750000000123,"on":"2025-06-15","substance":"00000000000000000000000000000007",\
    "title":"Alcohol"}
    """
  ])
  func `a beginning`(payload: String) throws { try check(SubstanceAdded.self, payload) }

  @Test(arguments: [
    """
    {"at":1750000000123,"day":"2025-06-15","drinks":0,"since":1749938400000,"status":"sober",\
    "substance":"00000000000000000000000000000007"}
    """,
    """
    {"at":1750000000123,"day":"2025-06-15","drinks":3,"since":1749938400000,"status":"notSober",\
    "substance":"00000000000000000000000000000007"}
    """,
    """
    {"at":1750000000123,"day":"2025-06-15","drinks":0,"since":1749938400000,"status":"unmarked",\
    "substance":"00000000000000000000000000000007"}
    """,
    """
    {"at":1750000000123,"day":"2025-06-15","drinks":0,"restores":{"clock":114688000008060928,\
    "device":9},"since":1749938400000,"status":"sober",\
    "substance":"00000000000000000000000000000007"}
    """,
    """
    {"at":1773316800000,"claimed":true,"day":"2026-03-12","drinks":0,"offset":60,\
    "since":1773316800000,"status":"sober","substance":"00000000000000000000000000000007"}
    """,
  ])
  func `a mark`(payload: String) throws { try check(DayMarked.self, payload) }

  @Test(arguments: [
    """
    {"calories":150,"drinksPerWeek":10500,"price":{"currency":"EUR","minor":450},\
    "substance":"00000000000000000000000000000007"}
    """,
    #"{"substance":"00000000000000000000000000000007"}"#,
    // A currency that this version does not know.
    #"{"price":{"currency":"QQQ","minor":1},"substance":"00000000000000000000000000000007"}"#,
  ])
  func `figures`(payload: String) throws { try check(FiguresSet.self, payload) }

  @Test(arguments: [
    """
    {"at":1750000000123,"first":"2025-05-13","offset":120,"since":1747084200000,\
    "substance":"00000000000000000000000000000007","through":"2025-06-15"}
    """,
    """
    {"at":1750000000123,"first":"2025-05-13","replaces":[{"clock":114688000008060928,\
    "device":9}],"since":1747084200000,"substance":"00000000000000000000000000000007",\
    "through":"2025-06-15"}
    """,
  ])
  func `a run that was told`(payload: String) throws { try check(RunBegun.self, payload) }

  @Test func `a name`() throws {
    try check(
      SubstanceRenamed.self,
      #"{"substance":"00000000000000000000000000000007","title":"Wine"}"#
    )
  }

  @Test(arguments: [
    """
    {"at":1750000000123,"day":"2025-06-15","isPledged":true,\
    "substance":"00000000000000000000000000000007"}
    """,
    """
    {"at":1750000000123,"day":"2025-06-15","isPledged":false,\
    "substance":"00000000000000000000000000000007"}
    """,
  ])
  func `a pledge`(payload: String) throws { try check(DayPledged.self, payload) }

  @Test(arguments: [
    """
    {"at":1750000000123,"day":"2025-06-15","effort":"veryHard","note":"Long","substance":\
    "00000000000000000000000000000007"}
    """,
    """
    {"at":1750000000123,"day":"2025-06-15","note":"",\
    "substance":"00000000000000000000000000000007"}
    """,
  ])
  func `a review`(payload: String) throws { try check(DayReviewed.self, payload) }

  @Test(arguments: [
    """
    {"at":1750000000123,"day":"2025-06-15","note":"After work","substance":\
    "00000000000000000000000000000007","triggers":["stress","company"]}
    """,
    // A trigger that this version does not know.
    """
    {"at":1750000000123,"day":"2025-06-15","note":"","substance":\
    "00000000000000000000000000000007","triggers":["weather"]}
    """,
  ])
  func `what led to a slip`(payload: String) throws { try check(SlipNoted.self, payload) }

  @Test(arguments: [
    #"{"at":1750000000123,"day":"2025-06-15","substance":"00000000000000000000000000000007"}"#,
    """
    {"at":1750000000123,"day":"2025-06-15","isTakenBack":true,\
    "substance":"00000000000000000000000000000007"}
    """,
  ])
  func `a craving that passed`(payload: String) throws { try check(CravingPassed.self, payload) }

  @Test func `a why and a deletion`() throws {
    try check(
      WhySet.self,
      #"{"substance":"00000000000000000000000000000007","why":"My daughter"}"#
    )
    try check(SubstanceDeleted.self, #"{"substance":"00000000000000000000000000000007"}"#)
  }

  @Test func `names and privacy`() {
    let facts: [any Fact.Type] = [
      SubstanceAdded.self, SubstanceDeleted.self, DayMarked.self, FiguresSet.self, WhySet.self,
      RunBegun.self, SubstanceRenamed.self, DayPledged.self, DayReviewed.self, SlipNoted.self,
      CravingPassed.self,
    ]
    #expect(
      facts.map { $0.name } == [
        "sobriety.substance-added", "sobriety.substance-deleted", "sobriety.day-marked",
        "sobriety.figures-set", "sobriety.why-set", "sobriety.run-begun",
        "sobriety.substance-renamed", "sobriety.day-pledged", "sobriety.day-reviewed",
        "sobriety.slip-noted", "sobriety.craving-passed",
      ]
    )
    for fact in facts {
      #expect(fact.version == 1)
      #expect(fact.privacy == .sensitive)
    }
  }

  private func check<F: Fact>(_ type: F.Type, _ payload: String) throws {
    let fact = try F.upcast(payload: Array(payload.utf8), version: 1)
    #expect(String(decoding: try JSON.encode(fact), as: UTF8.self) == payload)
    #expect(fact.entity == EntityID(rawValue: 7))
  }
}
