import Core
import GamificationContract
import Pages
import Presentation
import StreaksContract
import Testing
import TrackingContract

@testable import GamificationPresentation

@Suite struct BadgesPageTests {
  private func badge(
    _ number: UInt128,
    _ level: Int,
    _ times: Int,
    later: Int = 0
  ) -> Badge {
    Badge(
      habit: Samples.id(number),
      title: "Run <fast>",
      level: level,
      unit: .occurrence,
      day: Samples.today.advanced(by: -10),
      times: times,
      isHard: true,
      recorded: RecordedDays(done: level, witnessed: level - later)
    )
  }

  private func page(_ report: BadgesReport) async throws -> String {
    let context = try Samples.pageContext(replies: [AllBadges.name: report])
    let request = Samples.request(context, [GamificationPresentation.self], path: "/badges")
    return try await BadgesPage.page.body(request).body.markup
  }

  @Test func `the number of ten years fits into the face of its medal`() {
    #expect(Medal.html(3650, rank: 5).markup.contains(" textLength=\"54\""))
    #expect(!Medal.html(365, rank: 4).markup.contains("textLength"))
  }

  @Test func `the shelf holds the highest first, with day and times`() async throws {
    let next = NextMilestone(
      habit: Samples.id(3),
      title: "Run <fast>",
      level: 60,
      unit: .occurrence,
      left: 20
    )
    let page = try await page(
      BadgesReport(items: [badge(3, 7, 4), badge(3, 30, 1)], next: [next])
    )
    let places = [">30</text>", ">7</text>"].map { page.firstRange(of: $0)?.lowerBound }
    #expect(places.compactMap { $0 } == places.compactMap { $0 }.sorted())
    #expect(page.contains("2 badges"))
    #expect(page.contains("11 Nov · 4 times"))
    #expect(page.contains("a hard habit"))
    #expect(page.contains("20 times more and Run &lt;fast&gt; reaches 60 times."))
    #expect(page.contains("aria-label=\"40 of 60 times\""))
    // No module here provides share cards.
    #expect(!page.contains("/share"))
  }

  @Test func `a badge says how many of its days were added later`() async throws {
    let page = try await page(
      BadgesReport(items: [badge(3, 7, 4), badge(3, 30, 1, later: 3)], next: [])
    )
    #expect(page.contains("3 of 30 days added or sent later"))
    #expect(page.split(separator: "added or sent later").count == 2)
  }

  @Test func `the next milestone of a rolling quota is told in checks`() async throws {
    let next = NextMilestone(
      habit: Samples.id(3),
      title: "Run",
      level: 7,
      unit: .day,
      left: 5,
      countsChecks: true
    )
    let report = BadgesReport(items: [], next: [next])
    let page = try await page(report)
    #expect(page.contains("5 checks more and Run reaches 7 checks."))
    #expect(page.contains("aria-label=\"2 of 7 checks\""))
    let context = try Samples.context()
    let drawn = Samples.draw(BadgeViews.of(report, Samples.noTwins, context), context)
    #expect(drawn.contains("5 checks more and Run reaches 7 checks."))
  }

  @Test func `an empty shelf says how the first badge comes`() async throws {
    let page = try await page(BadgesReport(items: [], next: []))
    #expect(page.contains("class=\"empty\""))
    #expect(page.contains("The first one comes with 7 in a row."))
  }
}
