import Driver
import Foundation
import Testing

/// A habit of every few days that is late, and a freeze.
@Suite struct LateRhythmTests {
  private struct Seen: Equatable {
    let day: String?
    let status: String?

    init(_ document: [String: Any]) {
      day = document.text("day")
      status = document.text("status")
    }
  }

  @Test func `K-4 a freeze moves the deadline of every three days, wherever days are shown`() throws
  {
    let ada = try Life("streaks", at: "2026-03-02T08:00:00Z")
    try ada.ask("add", "Read")
    try ada.daily(30) { try ada.ask("check", "Read") }
    try ada.at("2026-03-29T08:00:00Z")
    try ada.ask("add", "Swim", "--every", "every:3")
    try ada.ask("check", "Swim")
    // It was due on the first of April. The freeze protects that day, and it is due on the second.
    try ada.at("2026-04-02T08:00:00Z")
    try ada.ask("freeze", "Swim")
    #expect(try ada.ask("today").item("Swim").text("status") == "open")
    try ada.at("2026-04-04T08:00:00Z")
    let week = try ada.ask("week").item("Swim").items("cells").map { Seen($0) }
    #expect(
      week.map(\.status) == ["done", "notDue", "notDue", "protected", "missed", "notDue", "open"],
      "\(week)"
    )
    let calendar = try ada.ask("calendar", "Swim", "--days", "7").items("days").map { Seen($0) }
    let explained = try ada.ask("score", "--explain", "Swim", "--days", "7").items("days")
    #expect(week == calendar)
    #expect(explained.map { Seen($0) } == calendar.suffix(explained.count))
  }
}
