import Core
import Pages
import Presentation
import SobrietyContract
import Testing

@testable import SobrietyPresentation

@Suite struct CalendarPageTests {
  @Test func `every sober day says which of its run it is, and its shade`() async throws {
    let visitor = try Visitor()
    for ago in 0..<12 { try await visitor.mark(.sober, ago: ago) }
    let page = try await visitor.look(at: "/sober")
    let first = try #require(page.tile(visitor.today.advanced(by: -11)))
    #expect(first.contains("data-shade=\"1\""))
    #expect(first.contains("Tuesday, 10 November 2026: Sober, day 1 in a row"))
    let ninth = try #require(page.tile(visitor.today.advanced(by: -3)))
    #expect(ninth.contains("data-shade=\"9\""))
    #expect(ninth.contains("Sober, day 9 in a row"))
    for ago in 0...2 {
      let late = try #require(page.tile(visitor.today.advanced(by: -ago)))
      #expect(late.contains("data-shade=\"10\""))
      #expect(late.contains("Sober, 10 days in a row or more"))
    }
  }

  @Test func `a tap that takes a day out of the present run is asked about`() async throws {
    let visitor = try Visitor()
    try await visitor.mark(.sober, ago: 9)
    for ago in 1...3 { try await visitor.mark(.sober, ago: ago) }
    let page = try await visitor.look(at: "/sober")
    let first = visitor.today.advanced(by: -3)
    #expect(page.contains("data-ask=\"\(first) notSober\n"))
    #expect(page.contains("one of your 3 days in a row"))
    try await visitor.mark(.notSober, ago: 2)
    #expect(try await !visitor.look(at: "/sober").contains("data-ask"))
  }

  @Test func `days that were not sober and days of which nothing is said have words`() async throws
  {
    let visitor = try Visitor()
    try await visitor.mark(.notSober, ago: 1, drinks: 3)
    let page = try await visitor.look(at: "/sober")
    let slip = try #require(page.tile(visitor.today.advanced(by: -1)))
    #expect(slip.contains("data-state=\"missed\""))
    #expect(slip.contains("Not sober, 3 drinks"))
    #expect(!slip.contains("data-shade"))
    let open = try #require(page.tile(visitor.today.advanced(by: -2)))
    #expect(open.contains("data-state=\"open\""))
    #expect(open.contains(": Not marked\""))
  }

  @Test func `today is marked, once, and can be gone back to`() async throws {
    let page = try await Visitor().look(at: "/sober")
    #expect(page.count(of: "aria-current=\"date\"") == 1)
    #expect(page.count(of: "id=\"sober-today\"") == 1)
    #expect(page.contains("href=\"#sober-today\""))
    let today = try #require(page.tile(try Visitor().today))
    #expect(today.contains("aria-current=\"date\""))
  }

  @Test func `days to come are shown and cannot be tapped`() async throws {
    let visitor = try Visitor()
    let page = try await visitor.look(at: "/sober")
    // Today is Saturday: tomorrow ends this week, and four weeks follow.
    let ahead = (1...29).map { visitor.today.advanced(by: $0) }
    let tiles = page.ranges(of: "<td><span>").map { page[$0.upperBound...] }
    #expect(tiles.count == ahead.count)
    for (tile, day) in zip(tiles, ahead) {
      #expect(tile.hasPrefix("\(day.dayOfMonth)</span></td>"))
    }
  }

  @Test func `weeks follow each other without gaps, over months and years`() async throws {
    let visitor = try Visitor()
    let page = try await visitor.look(at: "/sober", ["weeks": "60"])
    let first = visitor.calendar.startOfWeek(visitor.today).advanced(by: -7 * 59)
    for number in first.number...visitor.today.number {
      #expect(page.count(of: Day(number: number).words + ":") == 1)
    }
    #expect(page.count(of: "<tr>") == 60 + 4 + 1)
  }

  @Test func `earlier weeks are a link away, and more of them each time`() async throws {
    let visitor = try Visitor()
    let page = try await visitor.look(at: "/sober")
    #expect(page.contains("data-more href=\"/sober?weeks=32\""))
    #expect(try await visitor.look(at: "/sober", ["weeks": "52"]).contains("weeks=78"))
    // Invalid and excessive numbers of weeks are clamped.
    #expect(try await visitor.look(at: "/sober", ["weeks": "-3"]).contains("weeks=32"))
    let all = try await visitor.look(at: "/sober", ["weeks": "99999999"])
    #expect(!all.contains("data-more"))
  }

  @Test func `a tap marks sober, the next corrects, the third takes it back`() async throws {
    let visitor = try Visitor()
    let day = visitor.today.advanced(by: -4)
    for status in [SoberStatus.sober, .notSober, .unmarked, .sober] {
      let tile = try #require(try await visitor.look(at: "/sober").tile(day))
      let value = "\(day) \(status.rawValue)"
      #expect(tile.contains("<button name=\"mark\" value=\"\(value)\" "))
      _ = try await visitor.submit("sobriety.mark-day", ["mark": value])
      #expect(try await visitor.day(ago: 4)?.status == status)
    }
  }

  @Test func `a script finds the states in the order of the taps`() async throws {
    let visitor = try Visitor()
    let cycle = "sober shaded Sober\nnotSober missed Not sober\nunmarked open Not marked"
    let page = try await visitor.look(at: "/sober")
    #expect(page.count(of: "data-cycle=\"\(cycle)\"") == 1)
    #expect(page.count(of: "data-uncounted=\"sobriety.mark-day\" hidden") == 1)
    let open = try await visitor.look(at: "/sober", ["tap": "open"])
    #expect(!open.contains("data-cycle"))
  }

  @Test func `where a tap opens the day, the calendar marks nothing`() async throws {
    let visitor = try Visitor()
    let tile = try #require(
      try await visitor.look(at: "/sober", ["tap": "open"]).tile(visitor.today)
    )
    #expect(tile.contains("href=\"/sober/days/2026-11-21\""))
    #expect(!tile.contains("<button"))
  }

  @Test func `an undo of a mistaken tap lets the timer go on`() async throws {
    let visitor = try Visitor()
    try await visitor.mark(.sober)
    let since = try await visitor.timer().since
    await visitor.wait(seconds: 60)
    let tap = ["mark": "\(visitor.today) notSober"]
    let result = try await visitor.submit("sobriety.mark-day", tap)
    let undo = try #require(result.message?.undo)
    await visitor.wait(seconds: 5)
    _ = try await visitor.submit(undo.action, undo.fields)
    #expect(since != nil)
    #expect(try await visitor.timer().since == since)
  }

  @Test func `a tap can be undone, drinks and all`() async throws {
    let visitor = try Visitor()
    try await visitor.mark(.notSober, ago: 2, drinks: 4)
    let day = visitor.today.advanced(by: -2)
    let result = try await visitor.submit("sobriety.mark-day", ["mark": "\(day) unmarked"])
    let undo = try #require(result.message?.undo)
    _ = try await visitor.submit(undo.action, undo.fields)
    let back = try await visitor.day(ago: 2)
    #expect(back?.status == .notSober)
    #expect(back?.drinks == 4)
    // A submission that changes nothing offers no undo.
    let again = try await visitor.submit(undo.action, undo.fields)
    #expect(again.message?.undo == nil)
  }

  @Test func `a seventh day is celebrated, a day filled in is not`() async throws {
    let visitor = try Visitor()
    for ago in 1...6 { try await visitor.mark(.sober, ago: ago) }
    let seventh = try await visitor.submit(
      "sobriety.mark-day",
      ["day": visitor.today.description, "status": "sober"]
    )
    #expect(seventh.message?.kind == .celebration)
    #expect(seventh.message?.text == "7 days sober. That is a milestone.")
    let past = visitor.today.advanced(by: -40)
    let filled = try await visitor.submit("sobriety.mark-day", ["mark": "\(past) sober"])
    #expect(filled.message?.kind == .done)
  }

  @Test func `a mark that cannot be read is refused`() async throws {
    let visitor = try Visitor()
    for mark in ["", "sober", "2026-13-40 sober", "2026-11-21 drunk"] {
      await #expect(throws: DomainError.self) {
        try await visitor.submit("sobriety.mark-day", ["mark": mark])
      }
    }
    await #expect(throws: DomainError.self) {
      try await visitor.submit("sobriety.mark-day", ["mark": "2026-11-22 sober"])
    }
    #expect(try await visitor.day(ago: 0)?.status == .unmarked)
  }
}
