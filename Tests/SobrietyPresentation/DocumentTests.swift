import Core
import Foundation
import SobrietyContract
import Testing
import TestKit
import TrackingContract

@testable import SobrietyPresentation

@Suite struct DocumentTests {
  @Test func `an empty calendar has every key`() throws {
    let document = try parsed(SoberDocument(try Person().sobriety))
    #expect(
      Set(document.keys) == [
        "id", "substance", "day", "status", "shade", "drinks", "current", "longest", "savedMinor",
        "currency", "calories", "milestones", "nextMilestone", "health", "why",
      ]
    )
    #expect(document["day"] as? String == "2026-11-21")
    #expect(document["status"] as? String == "unmarked")
    #expect(document["current"] as? Int == 0)
    #expect(document["savedMinor"] as? Int == 0)
    #expect(document["calories"] as? Int == 0)
    #expect(document["currency"] is NSNull)
    #expect(document["why"] is NSNull)
    #expect((document["milestones"] as? [Any])?.isEmpty == true)
  }

  @Test func `where a person stands`() throws {
    let person = try Person()
    for ago in 0..<8 { try person.mark(.sober, ago: ago) }
    try person.mark(.notSober, ago: 8, drinks: 4)
    try person.harness.when(SetWhy(why: "Mornings"))
    try person.harness.when(
      SetFigures(drinksPerWeek: Amount("10"), cost: "4.50", currency: "EUR", calories: 150)
    )
    let document = try parsed(SoberDocument(try person.sobriety))
    #expect(document["status"] as? String == "sober")
    #expect(document["shade"] as? Int == 8)
    #expect(document["current"] as? Int == 8)
    #expect(document["longest"] as? Int == 8)
    // 8 days × 10 / 7 × 4.50 = 51.428…
    #expect(document["savedMinor"] as? Int == 5143)
    #expect(document["currency"] as? String == "EUR")
    #expect(document["calories"] as? Int == 1714)
    #expect(document["why"] as? String == "Mornings")
    let milestones = try #require(document["milestones"] as? [[String: Any]])
    #expect(milestones.map { $0["days"] as? Int } == [1, 7])
    #expect(milestones.map { $0["day"] as? String } == ["2026-11-14", "2026-11-20"])
    let next = try #require(document["nextMilestone"] as? [String: Any])
    #expect(next["days"] as? Int == 14)
    #expect(next["day"] as? String == "2026-11-27")
    let health = try #require(document["health"] as? [[String: Any]])
    #expect(health.allSatisfy { ($0["source"] as? String)?.isEmpty == false })
    #expect(health.map { $0["days"] as? Int } == [2, 7])
  }

  @Test func `marking answers with the marked day and the whole`() throws {
    let person = try Person()
    let marked = try person.mark(.notSober, ago: 2, drinks: 3)
    let document = try parsed(SoberDocument(marked.sobriety, marked: marked.day))
    #expect(document["day"] as? String == "2026-11-19")
    #expect(document["status"] as? String == "notSober")
    #expect(document["drinks"] as? Int == 3)
    #expect(document["shade"] as? Int == 0)
  }

  @Test func `the timer`() throws {
    let person = try Person()
    var document = try parsed(TimerDocument(try person.sobriety.timer, zone: person.zone))
    #expect(Set(document.keys) == ["running", "since", "days", "hours", "minutes", "seconds"])
    #expect(document["running"] as? Bool == false)
    #expect(document["since"] is NSNull)
    try person.mark(.sober)
    try person.mark(.sober, ago: 1)
    person.harness.now = person.harness.now.advanced(bySeconds: 61)
    document = try parsed(TimerDocument(try person.sobriety.timer, zone: person.zone))
    #expect(document["running"] as? Bool == true)
    #expect(document["since"] as? String == "2026-11-20T00:00:00+01:00")
    #expect(
      ["days", "hours", "minutes", "seconds"].map { document[$0] as? Int } == [1, 18, 1, 1]
    )
  }

  @Test func `the calendar`() throws {
    let person = try Person()
    try person.mark(.sober)
    try person.mark(.notSober, ago: 1, drinks: 2)
    let document = try parsed(
      SoberCalendarDocument(substance: "Alcohol", days: try person.days(3))
    )
    let days = try #require(document["days"] as? [[String: Any]])
    #expect(days.map { $0["day"] as? String } == ["2026-11-19", "2026-11-20", "2026-11-21"])
    #expect(days.map { $0["status"] as? String } == ["unmarked", "notSober", "sober"])
    #expect(days.map { $0["shade"] as? Int } == [0, 0, 1])
    #expect(days.map { $0["drinks"] as? Int } == [0, 2, 0])
    #expect(Set(days[0].keys) == ["day", "status", "shade", "drinks"])
  }

  @Test func `figures and why`() throws {
    let person = try Person()
    try person.harness.when(SetFigures(drinksPerWeek: Amount("3.5"), cost: "500", currency: "JPY"))
    let document = try parsed(FiguresDocument(try person.sobriety))
    #expect(document["drinksPerWeek"] as? Double == 3.5)
    #expect(document["costMinor"] as? Int == 500)
    #expect(document["currency"] as? String == "JPY")
    #expect(try parsed(WhyDocument(try person.sobriety))["why"] is NSNull)
  }
}
