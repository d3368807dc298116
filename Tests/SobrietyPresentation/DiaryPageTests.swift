import Core
import Pages
import SobrietyContract
import Testing

@testable import SobrietyPresentation

/// What the pages show of the diary; it is Saturday, 2026-11-21, 18:00 in Vienna unless told.
@Suite struct DiaryPageTests {
  private func slipped() async throws -> Visitor {
    let visitor = try Visitor()
    try await visitor.mark(.notSober, ago: 3)
    return visitor
  }

  private func day(_ visitor: Visitor, _ day: String) async throws -> String {
    try await visitor.look(at: "/sober/days/{day}", [:], ["day": day])
  }

  @Test func `the morning offers a pledge, and shows it calmly once it is made`() async throws {
    let visitor = try Visitor(at: "2026-11-21T07:12:00+01:00")
    try await visitor.mark(.sober, ago: 1)
    let before = try await visitor.look(at: "/sober")
    #expect(before.contains("I will stay alcohol-free today."))
    #expect(before.contains("I pledge this"))
    #expect(!before.contains("How was today?"))
    let result = try await visitor.submit("sobriety.pledge", ["day": "2026-11-21"])
    #expect(result.message?.text == "Your pledge for today is kept here.")
    let after = try await visitor.look(at: "/sober")
    #expect(after.contains("Pledged at 07:12."))
    #expect(!after.contains("I pledge this"))
    let undo = try #require(result.message?.undo)
    _ = try await visitor.submit(undo.action, undo.fields)
    #expect(try await visitor.look(at: "/sober").contains("I pledge this"))
    let earlier = try await visitor.submit("sobriety.pledge", ["day": "2026-11-19"])
    #expect(earlier.message?.text == "Your pledge for 19 Nov is kept here.")
  }

  @Test func `nobody is asked for a pledge on a day that was not sober, or in the evening`()
    async throws
  {
    let morning = try Visitor(at: "2026-11-21T07:12:00+01:00")
    try await morning.mark(.notSober)
    let page = try await morning.look(at: "/sober")
    #expect(!page.contains("I pledge this"))
    #expect(!page.contains("How was today?"))
    let evening = try Visitor()
    try await evening.mark(.sober, ago: 1)
    #expect(!(try await evening.look(at: "/sober")).contains("I pledge this"))
  }

  @Test(arguments: [("16:59", false), ("17:00", true)])
  func `the review is offered from five in the evening on`(
    time: String,
    isOffered: Bool
  )
    async throws
  {
    let visitor = try Visitor(at: "2026-11-21T\(time):00+01:00")
    try await visitor.mark(.sober)
    #expect(try await visitor.look(at: "/sober").contains("How was today?") == isOffered)
  }

  @Test func `one tap says how the day was, and words can follow`() async throws {
    let visitor = try Visitor()
    try await visitor.mark(.sober)
    let result = try await visitor.submit(
      "sobriety.review",
      ["day": "2026-11-21", "effort": "veryHard"]
    )
    #expect(result.message?.text == "Noted today: very hard.")
    _ = try await visitor.submit(
      "sobriety.review",
      ["day": "2026-11-21", "effort": "hard", "note": "<b>Long</b>"]
    )
    let page = try await visitor.look(at: "/sober")
    #expect(page.contains("This day was hard."))
    #expect(page.contains("&lt;b&gt;Long&lt;/b&gt;"))
    #expect(!page.contains("<b>Long"))
    let undo = try #require(result.message?.undo)
    _ = try await visitor.submit(undo.action, undo.fields)
    #expect(!(try await visitor.look(at: "/sober")).contains("This day was"))
  }

  @Test func `an answer that is none is refused`() async throws {
    let visitor = try Visitor()
    for fields in [["effort": "awful"], [:]] {
      await #expect(throws: DomainError.self) {
        try await visitor.submit("sobriety.review", fields)
      }
    }
  }

  @Test func `after a slip one link leads to what led to it, once`() async throws {
    let visitor = try Visitor()
    let result = try await visitor.submit("sobriety.mark-day", ["mark": "2026-11-20 notSober"])
    #expect(result.message?.link?.path == "/sober/days/2026-11-20#slip")
    _ = try await visitor.submit(
      "sobriety.note-slip",
      ["day": "2026-11-20", "trigger": "stress company", "note": "After work"]
    )
    let again = try await visitor.submit(
      "sobriety.mark-day",
      ["day": "2026-11-20", "status": "notSober", "drinks": "2"]
    )
    #expect(again.message?.link == nil)
  }

  @Test func `a day's page shows its note, and nothing asks on a sober day`() async throws {
    let visitor = try await slipped()
    let empty = try await day(visitor, "2026-11-18")
    #expect(empty.contains("What led to it?"))
    let result = try await visitor.submit(
      "sobriety.note-slip",
      ["day": "2026-11-18", "trigger": "stress", "note": "After work"]
    )
    let page = try await day(visitor, "2026-11-18")
    #expect(page.contains("<li class=\"chip\">Stress</li>"))
    #expect(page.contains("After work"))
    let undo = try #require(result.message?.undo)
    _ = try await visitor.submit(undo.action, undo.fields)
    #expect(!(try await day(visitor, "2026-11-18")).contains("After work"))
    #expect(!(try await day(visitor, "2026-11-17")).contains("What led to it?"))
  }

  @Test func `causes are shown together from the third note on`() async throws {
    let visitor = try Visitor()
    for ago in 1...3 {
      #expect(!(try await visitor.look(at: "/sober/craving")).contains("From your notes"))
      try await visitor.mark(.notSober, ago: ago)
      let day = visitor.today.advanced(by: -ago).description
      _ = try await visitor.submit("sobriety.note-slip", ["day": day, "trigger": "stress"])
    }
    for page in [
      try await visitor.look(at: "/sober/craving"), try await day(visitor, "2026-11-20"),
    ] {
      #expect(page.contains("From your notes on 3 days."))
      #expect(page.contains("Stress: 3 days"))
    }
  }

  @Test func `the page for a craving has a wait, steps, the why and where help is`() async throws {
    let visitor = try Visitor()
    try await visitor.mark(.sober)
    _ = try await visitor.submit("sobriety.set-why", ["why": "For my mornings"])
    #expect(try await visitor.look(at: "/sober").contains("href=\"/sober/craving\""))
    let page = try await visitor.look(at: "/sober/craving")
    #expect(page.contains("Decide nothing before 18:15."))
    #expect(page.contains("15 to 30 minutes"))
    #expect(page.contains("For my mornings"))
    #expect(page.contains("1 day in a row"))
    #expect(page.contains("emergency number"))
    #expect(page.contains("do not stop suddenly on your own"))
    #expect(!page.contains("passed."))
  }

  @Test func `in a craving today can join the run only as long as it has no mark`() async throws {
    let visitor = try Visitor()
    try await visitor.mark(.sober, ago: 1)
    let before = try await visitor.look(at: "/sober/craving")
    #expect(before.contains("1 day in a row, and today can join them."))
    try await visitor.mark(.sober)
    let after = try await visitor.look(at: "/sober/craving")
    #expect(after.contains("2 days in a row, with today."))
    #expect(!after.contains("can join"))
  }

  @Test func `a craving that passed is counted, and can be taken back`() async throws {
    let visitor = try Visitor()
    _ = try await visitor.submit("sobriety.pass-craving", [:])
    let result = try await visitor.submit("sobriety.pass-craving", [:])
    #expect(result.message?.text == "It passed, and you let it. 2 cravings passed.")
    #expect(try await visitor.look(at: "/sober/craving").contains("2 cravings passed."))
    let undo = try #require(result.message?.undo)
    _ = try await visitor.submit(undo.action, undo.fields)
    #expect(try await visitor.look(at: "/sober/craving").contains("1 craving passed."))
  }
}
