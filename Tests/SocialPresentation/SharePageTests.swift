import Commands
import Core
import Pages
import Presentation
import SobrietyContract
import SocialContract
import SocialDrawing
import StreaksContract
import Testing
import TrackingContract

@testable import SocialPresentation

@Suite struct SharePageTests {
  @Test func `every address of a subject reads back as what it was made from`() {
    let habit = HabitID(rawValue: 77)
    let substance = SubstanceID(rawValue: 78)
    let subjects: [ShareSubject] = [
      .everything, .habit(habit), .sobriety(substance), .milestone(habit, level: 30),
      .milestone(habit, level: 30, unit: .week), .soberMilestone(substance, level: 7),
    ]
    for subject in subjects { #expect(ShareSubject(subject.description) == subject) }
    for nonsense in [
      "", "days.x", "sober", "reached.\(habit)", "reached.\(habit).x", "a.b.c.d",
      "reached.\(habit).7.years",
    ] {
      #expect(ShareSubject(nonsense) == nil)
    }
  }

  @Test func `a title is on the picture only where it was asked for`() {
    let first = ShareSubject.everything
    #expect(!ShareOptions([:]).card(or: first).showsTitle)
    #expect(ShareOptions(["title": "on"]).card(or: first).showsTitle)
    #expect(ShareOptions(["title": "on", "look": "dark"]).isDark)
  }

  @Test func `nonsense in an address is passed over`() {
    let wish = ShareOptions(["of": "<script>", "weeks": "9999", "scale": "100", "look": "neon"])
    #expect(wish == ShareOptions([:]))
    #expect(wish.card(or: .everything).kind == .contributions)
  }

  @Test func `a milestone shows no weeks`() {
    let habit = HabitID(rawValue: 77)
    let wish = ShareOptions(["of": "reached.\(habit).30", "weeks": "26"])
    let card = wish.card(or: .everything)
    #expect(card.kind == .milestone)
    #expect(card.level == 30)
    #expect(card.habit == habit)
    #expect(card.weeks == nil)
  }

  @Test func `the preview and the files are of the same wish`() {
    let wish = ShareOptions(["of": "days", "look": "dark", "title": "on", "weeks": "26"])
    let shown = wish.href(.svg, isSaved: false, .everything)
    #expect(shown == "/share/card.svg?of=days&look=dark&title=on&weeks=26")
    let saved = wish.href(.png, scale: 1, isSaved: true, .everything)
    #expect(saved == "/share/card.png?of=days&look=dark&title=on&weeks=26&scale=1&save=on")
  }

  private func request(
    _ query: [String: String],
    _ replies: [String: any Sendable]
  ) throws -> PageRequest {
    let context = try context(Answers(replies), keeping: [HabitKeeper.self])
    return PageRequest(
      context: PageContext(context),
      query: query,
      path: "/share",
      contributions: Contributions([SocialPresentation.self], for: context.product),
      protection: FormProtection(token: "token")
    )
  }

  @Test func `with nothing to share the page says so and leads on`() async throws {
    let markup = try await SharePage.content(try request([:], [AllHabits.name: [Habit]()])).body
      .markup
    #expect(markup.contains("There is nothing to share yet"))
    #expect(!markup.contains("<img"))
  }

  @Test func `a milestone leads on to friends where there can be some, and a calendar does not`()
    async throws
  {
    let habit = HabitID(rawValue: 7)
    let read = Habit(
      id: habit,
      details: HabitDetails(title: "Read"),
      createdOn: today,
      createdAt: Instant(seconds: 0)
    )
    let replies: [String: any Sendable] = [
      AllHabits.name: [read], ComposeShareCard.name: milestoneCard(),
    ]
    func markup(of subject: ShareSubject) async throws -> String {
      try await SharePage.content(try request(["of": "\(subject)"], replies)).body.markup
    }
    let milestone = ShareSubject.milestone(habit, level: 30)
    let alone = try await markup(of: milestone)
    #expect(!alone.contains("/feed/share"))
    try await FriendsReach.$current.withValue(FriendsReach(isThere: true, page: "/feed/share")) {
      let shown = try await markup(of: milestone)
      #expect(shown.contains("href=\"/feed/share?of=\(milestone)\""))
      let calendar = try await markup(of: .habit(habit))
      #expect(!calendar.contains("/feed/share"))
    }
  }

  @Test func `habits are offered by titles that stay text, and shown as a picture`() async throws {
    let habit = Habit(
      id: HabitID(rawValue: 7),
      details: HabitDetails(title: "</option><script>"),
      createdOn: today,
      createdAt: Instant(seconds: 0)
    )
    let replies: [String: any Sendable] = [
      AllHabits.name: [habit], ComposeShareCard.name: milestoneCard(),
    ]
    let markup = try await SharePage.content(try request(["look": "dark"], replies)).body.markup
    #expect(!markup.contains("<script"))
    #expect(markup.contains("<img src=\"/share/card.svg?of=days&amp;look=dark\""))
    #expect(markup.ranges(of: " download>").count == 4)
    let file = try await SharePage.picture(try request(["save": "on"], replies), as: .svg)
    #expect(file.contentType == "image/svg+xml; charset=utf-8")
    #expect(file.name == "sample-2026-11-21.svg")
    #expect(String(decoding: try await file.bytes(), as: UTF8.self).hasPrefix("<svg"))
  }
}

private enum HabitKeeper: Module {
  typealias State = NoState
  static let manifest = Manifest(
    name: "tracking",
    version: "1",
    summary: "",
    kernel: KernelVersion(2, 0),
    answers: [AllHabits.self]
  )
  static func register(in host: inout some ModuleHost<NoState>) {}
}
