import Foundation
import Testing

@Suite struct SoberUseTests {
  private let morning = "2026-03-10T08:00:00Z"
  private let sober = ["TRELLIS_PRODUCT": "sober"]

  @Test func `a sober day is marked, timed, and a streak like any other`() throws {
    let person = try Person()
    try person.ask("sober", "mark", now: morning, environment: sober)
    let timer = try person.ask("sober", "timer", now: "2026-03-10T09:01:02Z", environment: sober)
    #expect(timer.number("hours") == 1)
    #expect(timer.number("seconds") == 2)
    let streak = try person.ask("streaks", "alcohol", now: morning, environment: sober)
    #expect(streak.items().first?.number("current") == 1)
  }

  @Test func `no freeze covers a day that was not sober`() throws {
    let person = try Person()
    for day in 1...30 {
      let day = "2026-01-" + (day < 10 ? "0\(day)" : "\(day)")
      try person.ask(
        "sober",
        "mark",
        "--day",
        day,
        now: "2026-02-01T08:00:00Z",
        environment: sober
      )
    }
    let streaks = try person.ask("streaks", now: "2026-02-01T08:00:00Z", environment: sober)
    #expect(streaks.items("offers").isEmpty)
    let refusal = try person.refusal(
      "freeze",
      "alcohol",
      now: "2026-02-01T08:00:00Z",
      environment: sober
    )
    #expect(refusal == "no-freezes-here")
  }
}
