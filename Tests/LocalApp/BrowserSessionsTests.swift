import Core
import Testing

@testable import LocalApp

/// What a person reads of the browsers that are signed in.
@Suite struct BrowserSessionsTests {
  @Test func `days and times are those of the person`() throws {
    let sessions = ["2026-03-28T23:30:00Z", "2026-03-28T22:30:00Z", "2025-12-30T12:00:00Z"]
    let all = BrowserSessions(
      sessions: sessions.map {
        BrowserSession(id: "a", browser: "Firefox", createdAt: $0, usedAt: $0)
      },
      refusals: [
        RefusedRequests(
          code: "sign-in-needed",
          client: "Firefox",
          count: 2,
          lastAt: "2026-03-28T23:30:00Z"
        )
      ]
    )
    let calendar = LocalCalendar(zone: try Zone(identifier: "Europe/Vienna"))
    let now = try #require(Instant(rfc3339: "2026-03-29T08:00:00Z"))
    #expect(
      all.words(in: calendar, now: now) == [
        "a  Firefox, last used today", "a  Firefox, last used yesterday",
        "a  Firefox, last used on 30 Dec 2025", "Refused since the daemon started:",
        "2 × sign-in-needed, Firefox, last today at 00:30",
      ]
    )
    let none = BrowserSessions(sessions: [], refusals: [])
    #expect(none.words(in: calendar, now: now).count == 1)
  }
}
