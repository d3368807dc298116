import Core
import Pages
import SobrietyContract
import Testing
import TrackingContract

@testable import SobrietyPresentation

@Suite struct StandingPageTests {
  @Test func `an empty calendar begins with one tap, and says whom to ask first`() async throws {
    let page = try await Visitor().look(at: "/sober")
    #expect(page.contains("begins with one sober day"))
    #expect(page.contains("talk to a doctor"))
    #expect(page.contains("Sober today"))
    #expect(page.contains("data-idle"))
    #expect(!page.contains("data-since"))
  }

  @Test func `runs float above the days, the longest beside the current`() async throws {
    let visitor = try Visitor()
    for ago in 0..<3 { try await visitor.mark(.sober, ago: ago) }
    for ago in 10..<15 { try await visitor.mark(.sober, ago: ago) }
    let page = try await visitor.look(at: "/sober")
    #expect(page.contains("<b>3 days</b> <span>in a row</span>"))
    #expect(page.contains("<b>5 days</b> <span>longest</span>"))
  }

  @Test func `the timer has the server's figures and the instant to count on from`() async throws {
    let visitor = try Visitor()
    try await visitor.mark(.sober, ago: 1)
    try await visitor.mark(.sober)
    let page = try await visitor.look(at: "/sober")
    // The day was marked later, so the run starts at its midnight.
    #expect(page.contains("data-since=\"2026-11-20T00:00:00+01:00\""))
    #expect(page.contains("<b data-part=\"d\">1</b>"))
    #expect(page.contains("<b data-part=\"h\">18</b>"))
    #expect(page.contains("<b data-part=\"m\">00</b>"))
    #expect(page.contains("1 day, 18 hours, 0 minutes and 0 seconds"))
  }

  @Test func `while today is not marked the ring has the days behind, and no zeros`() async throws {
    let visitor = try Visitor()
    for ago in 1..<4 { try await visitor.mark(.sober, ago: ago) }
    let page = try await visitor.look(at: "/sober")
    #expect(page.contains("<b data-part=\"d\">3</b><small>days</small>"))
    #expect(page.contains("aria-label=\"3 days\""))
    #expect(page.contains("The timer runs once today is marked sober."))
    #expect(!page.contains("data-part=\"s\""))
  }

  @Test func `savings are exact, and say how they were counted`() async throws {
    let visitor = try Visitor()
    for ago in 0..<8 { try await visitor.mark(.sober, ago: ago) }
    let result = try await visitor.submit(
      "sobriety.set-figures",
      ["drinksPerWeek": "10", "cost": "4,50", "currency": "eur", "calories": "150"]
    )
    #expect(result.message?.text == "Your figures are kept.")
    let page = try await visitor.look(at: "/sober")
    #expect(page.contains("51.43 EUR"))
    #expect(page.contains("1714 kcal"))
    #expect(page.contains("8 sober days × 10 drinks a week ÷ 7 × 4.50 EUR and 150 kcal."))
    // An empty form removes the figures.
    _ = try await visitor.submit("sobriety.set-figures", [:])
    #expect(!(try await visitor.look(at: "/sober")).contains("51.43 EUR"))
  }

  @Test func `figures that are none are refused, and nothing is changed`() async throws {
    let visitor = try Visitor()
    for (field, value) in [("drinksPerWeek", "many"), ("calories", "1.5"), ("cost", "4.555")] {
      await #expect(throws: DomainError.self) {
        try await visitor.submit("sobriety.set-figures", ["currency": "EUR", field: value])
      }
    }
    let figures = try await visitor.ask(SobrietyOf()).figures
    #expect(figures == SobrietyFigures())
  }

  @Test func `what a person wrote never becomes markup`() async throws {
    let visitor = try Visitor()
    let hostile = "<script>alert('x')</script>\"&"
    _ = try await visitor.submit("sobriety.set-why", ["why": hostile])
    _ = try await visitor.submit("sobriety.begin", ["name": hostile, "last": "2026-11-19"])
    for path in ["/sober", "/sober/settings"] {
      let page = try await visitor.look(at: path)
      #expect(!page.contains("<script"))
      #expect(page.contains("&lt;script&gt;"))
    }
  }

  @Test func `several substances each have a calendar, and a way between them`() async throws {
    let visitor = try Visitor()
    try await visitor.mark(.sober)
    let result = try await visitor.submit(
      "sobriety.begin",
      ["name": "Nicotine", "last": "2026-11-18"]
    )
    let path = try #require(result.path)
    let nicotine = try await visitor.ask(SobrietyOf(substance: "Nicotine")).substance
    #expect(path == "/sober?of=\(nicotine.id)")
    let page = try await visitor.look(at: "/sober", ["of": nicotine.id.description])
    #expect(page.contains("<h1>Nicotine</h1>"))
    #expect(!page.contains("used to drink"))
    #expect(page.contains("name=\"of\" value=\"\(nicotine.id)\""))
    let tile = try #require(page.tile(visitor.today))
    #expect(tile.contains("Sober, day 3 in a row"))
  }

  @Test func `deleting asks first and says what would be lost`() async throws {
    let visitor = try Visitor()
    try await visitor.mark(.sober)
    let id = try await visitor.ask(SobrietyOf()).substance.id.description
    let page = try await visitor.look(at: "/sober/settings")
    #expect(page.contains("for good: 1 day that you marked, its figures"))
    try await visitor.mark(.unmarked)
    let empty = try await visitor.look(at: "/sober/settings")
    #expect(empty.contains("for good: its figures"))
    try await visitor.mark(.sober)
    await #expect(throws: DomainError.self) {
      try await visitor.submit("sobriety.delete-substance", ["of": id])
    }
    #expect(try await visitor.day(ago: 0)?.status == .sober)
    _ = try await visitor.submit("sobriety.delete-substance", ["of": id, "confirmed": "on"])
    #expect(try await visitor.ask(AllSubstances()).isEmpty)
  }

  @Test func `a day's page keeps drinks, and says when it was noted`() async throws {
    let visitor = try Visitor()
    _ = try await visitor.submit(
      "sobriety.mark-day",
      ["day": "2026-11-18", "status": "notSober", "drinks": "5"]
    )
    let parameters = ["day": "2026-11-18"]
    let page = try await visitor.look(at: "/sober/days/{day}", [:], parameters)
    #expect(page.contains("Wednesday, 18 November 2026"))
    #expect(page.contains("Not sober, 5 drinks"))
    #expect(page.contains("name=\"drinks\" value=\"5\""))
    #expect(page.contains("Noted today at 18:00."))
    await #expect(throws: DomainError.self) {
      try await visitor.submit(
        "sobriety.mark-day",
        ["day": "2026-11-18", "status": "notSober", "drinks": "a few"]
      )
    }
    // A day that is corrected to sober has no drinks, even if the form still sends a number.
    _ = try await visitor.submit(
      "sobriety.mark-day",
      ["day": "2026-11-18", "status": "sober", "drinks": "5"]
    )
    #expect(try await visitor.day(ago: 3)?.status == .sober)
  }

  @Test func `days to come and days that are none have no page`() async throws {
    let visitor = try Visitor()
    for day in ["2026-11-22", "2026-02-30", "x"] {
      await #expect(throws: NotFound.self) {
        try await visitor.look(at: "/sober/days/{day}", [:], ["day": day])
      }
    }
  }
}
