import Commands
import Core
import Locks
import Pages
import Presentation
import StreaksContract
import Testing
import TestKit
import TrackingContract
import WidgetContract

@testable import WidgetPresentation

@Suite struct PageTests {
  private func page(
    _ content: WidgetContent,
    _ path: String = "/widget",
    _ query: [String: String] = [:],
    in frame: FormProtection.Frame = .none
  ) async throws -> PageContent {
    let context = PageContext(try context(asking: Composed(content)))
    let request = PageRequest(
      context: context,
      query: query,
      path: "/widget?size=small",
      contributions: Contributions([WidgetPresentation.self], for: context.product),
      protection: FormProtection(token: "token", frame: frame)
    )
    let page = try #require(WidgetPresentation.pages.first { $0.path == path })
    return try await page.body(request)
  }

  @Test func `habits stand in the given order, and each is tapped by a form of its own`()
    async throws
  {
    let markup = try await page(content(["Water", "Read", "Walk"])).body.markup
    let places = ["Water", "Read", "Walk"].map { title in
      markup.firstRange(of: "<span dir=\"auto\"> \(title)</span>")?.lowerBound
    }
    #expect(places.compactMap { $0 }.count == 3)
    #expect(places.compactMap { $0 } == places.compactMap { $0 }.sorted())
    #expect(markup.ranges(of: "action=\"/do/widget.complete-habit\"").count == 3)
    for id in 1...3 {
      let habit = HabitID(rawValue: UInt128(id))
      #expect(markup.contains("name=\"habit\" value=\"\(habit)\""))
    }
  }

  @Test func `while a habit is open, nothing opens Today`() async throws {
    #expect(!(try await page(content(["Water"])).body.markup).contains("<a"))
  }

  @Test(
    arguments: [
      (WidgetMessage.allDone, "All habits completed today! 🌸"),
      (WidgetMessage.noHabits, "Add your first habit in BeeBloom"),
    ]
  )
  func `messages are said word for word, and open Today`(
    _ message: WidgetMessage,
    _ words: String
  ) async throws {
    let markup = try await page(content([], message: message)).body.markup
    #expect(markup.contains("<a class=\"widget-message\" href=\"/\">\(words)<"))
    #expect(!markup.contains("<button"))
  }

  @Test func `what does not fit is counted`() async throws {
    let markup = try await page(content(["A", "B", "C"], more: 4)).body.markup
    #expect(markup.contains("<p class=\"widget-more\">+4 more</p>"))
    #expect(!(try await page(content(["A"])).body.markup).contains("widget-more"))
  }

  @Test(arguments: WidgetSize.allCases)
  func `each size is asked for and shown`(_ size: WidgetSize) async throws {
    let query = ["size": size.rawValue]
    let shown = try await page(content(["A"], size: size), "/widget", query)
    #expect(shown.body.markup.contains("data-size=\"\(size.rawValue)\""))
    #expect(shown.isBare)
  }

  @Test func `colors of groups are shown, and titles stay text`() async throws {
    let markup = try await page(content(["<b onclick=\"x\">'&"])).body.markup
    #expect(markup.contains("stroke=\"#00897b\""))
    #expect(!markup.contains("<b "))
    #expect(markup.contains("&lt;b onclick=&quot;x&quot;&gt;&#39;&amp;"))
  }

  @Test func `it is looked at again at midnight, and three times every five seconds if that fails`()
    async throws
  {
    let shown = try await page(content(["A"]))
    #expect(shown.refreshAt == content([]).refreshAt)
    #expect(shown.body.markup.contains("data-retry=\"3\" data-retry-after=\"5\""))
  }

  @Test func `the widget alone may be embedded, and leads nowhere from there`() async throws {
    #expect(WidgetPresentation.pages.filter(\.isEmbeddable).map(\.path) == ["/widget"])
    #expect(
      WidgetPresentation.actions.filter(\.isEmbeddable).map(\.name) == ["widget.complete-habit"]
    )
    for frame in [FormProtection.Frame.showing, .acting] {
      let done = try await page(content([], message: .allDone), "/widget", in: frame)
      #expect(!done.body.markup.contains("href"))
      let open = try await page(content(["A"]), "/widget", in: frame)
      #expect(open.body.markup.contains("<form") == (frame == .acting))
      #expect(open.body.markup.contains("class=\"widget-row\"") == (frame == .showing))
    }
  }

  @Test func `the page of widgets shows all sizes`() async throws {
    let shown = try await page(content(["A"]), "/widgets")
    #expect(!shown.isBare)
    #expect(shown.body.markup.ranges(of: "class=\"widget\"").count == 3)
    // An app that cannot be embedded is one on a server, of which no terminal here knows.
    #expect(!shown.body.markup.contains("trellis widget"))
  }

  // MARK: Heads

  @Test func `the day and how far it is stand above, measured habits with their amount`()
    async throws
  {
    let target = Target(amount: Amount(20), unit: "pages")
    let begun = content(["Read"], amount: MeasuredAmount(Amount(5), of: target, .open))
    let markup = try await page(begun).body.markup
    #expect(markup.contains("<time datetime=\"2026-03-12\">Thu 12 Mar</time>"))
    #expect(markup.contains("<b>1 of 2<"))
    #expect(markup.contains("<small>5/20 pages</small>"))
    #expect(markup.contains("stroke-dasharray=\"25 100\""))
  }

  @Test func `where nothing was to be done no progress is shown`() async throws {
    let markup = try await page(content([], message: .nothingDue, done: 0)).body.markup
    #expect(markup.contains("<time"))
    #expect(!markup.contains(" of "))
  }

  @Test func `a streak is a flame with its length, its habit and the freezes`() async throws {
    let streak = WidgetStreak(length: 12, unit: .day)
    let flame = WidgetFlame(streak: streak, label: "A <b>", atRisk: true, freezes: 1)
    let markup = try await page(content(["A"], flame: flame, streak: streak)).body.markup
    #expect(markup.contains("data-fire=\"open\""))
    #expect(markup.contains(">12</text>"))
    #expect(markup.contains("<b>12 days</b>"))
    #expect(markup.contains("A &lt;b&gt;, open today"))
    #expect(markup.contains("1 freeze<"))
    let out = WidgetFlame(streak: nil, label: nil, atRisk: false, freezes: nil)
    let cold = try await page(content(["A"], flame: out)).body.markup
    #expect(cold.contains("data-fire=\"out\""))
    #expect(!cold.contains("freeze"))
  }

  @Test func `contributions are drawn above rings, and what is done cannot be tapped`() async throws
  {
    let graph = WidgetGraph(
      from: Day(number: 20_524 - 20),
      levels: Array(0...20).map { $0 % 5 },
      total: 9
    )
    let open = content(["Read", "Run"], graph: graph)
    let done = WidgetItem(
      id: HabitID(rawValue: 9),
      title: "Swim",
      color: HabitColor(rgb: 0x00897B),
      isDone: true
    )
    let shown = WidgetContent(
      size: .small,
      day: open.day,
      items: open.items,
      more: 0,
      message: nil,
      refreshAt: open.refreshAt,
      done: 1,
      graph: graph,
      rings: open.items + [done]
    )
    let markup = try await page(shown).body.markup
    #expect(markup.contains("aria-label=\"9 in the last twelve months\""))
    #expect(markup.contains("id=\"graph-small-mask\""))
    #expect(markup.ranges(of: "class=\"widget-disc\"").count == 3)
    #expect(markup.ranges(of: "<button").count == 2)
    #expect(markup.contains("Done: "))
    #expect(!markup.contains("value=\"\(done.id)\""))
  }

  // MARK: Taps

  private func tap(
    on habit: HabitID,
    _ fields: [String: String] = [:],
    in door: Composed
  ) async throws {
    let action = try #require(WidgetPresentation.actions.first)
    let fields = FormFields(fields.merging(["habit": "\(habit)"]) { $1 }.mapValues { [$0] })
    _ = try await action.run(fields, PageContext(try context(asking: door)))
  }

  @Test func `a tap is for the day that the widget shows`() async throws {
    let door = Composed(content(["A"]))
    let shown = try await page(content(["A"])).body.markup
    #expect(shown.contains("name=\"day\" value=\"2026-03-12\""))
    try await tap(on: HabitID(rawValue: 1), ["day": "2026-03-11"], in: door)
    try await tap(on: HabitID(rawValue: 1), in: door)
    let days = door.sent.withLock { $0.map { $0.day?.description } }
    #expect(days == ["2026-03-11", "2026-03-12"])
  }

  @Test func `W-03: a tap completes what was begun`() async throws {
    let pages = Target(amount: Amount(20), unit: "pages")
    let limit = Target(amount: Amount(20), unit: "pages", direction: .atMost)
    for (target, entered, value) in [
      (pages, Amount(12), Amount(20)), (pages, nil, nil), (limit, Amount(25), nil), (nil, nil, nil),
    ] as [(Target?, Amount?, Amount?)] {
      let door = Composed(content(["A"]), target: target, entry: Entry(mark: .open, value: entered))
      try await tap(on: HabitID(rawValue: 1), in: door)
      #expect(door.sent.withLock { $0.map(\.value) } == [value])
    }
  }

  @Test func `a tap on what another tap has done does nothing`() async throws {
    let door = Composed(content(["A"]), entry: Entry(mark: .done))
    try await tap(on: HabitID(rawValue: 1), in: door)
    #expect(door.sent.withLock { $0.isEmpty })
  }
}

/// A space with a widget's content and one habit.
final class Composed: StubbedSpace {
  private struct Missing: Error {}

  private let content: WidgetContent
  private let details: HabitDetails
  private let entry: Entry
  /// The checks that were sent, which all succeed.
  let sent = Locked<[SetCheck]>([])

  init(_ content: WidgetContent, target: Target? = nil, entry: Entry = .empty) {
    self.content = content
    details = HabitDetails(title: "A", target: target)
    self.entry = entry
  }

  func reply<R: Request>(to request: R) throws -> R.Reply {
    if let check = request as? SetCheck { sent.withLock { $0.append(check) } }
    let day = (request as? CheckOn)?.day ?? Day(number: 0)
    let state = CheckState(
      habit: Habit(
        id: HabitID(rawValue: 1),
        details: details,
        createdOn: day,
        createdAt: Instant(seconds: 0)
      ),
      day: day,
      entry: entry,
      status: request is SetCheck ? .done : DayStatus(entry, target: details.target),
      target: details.target
    )
    guard let reply = content as? R.Reply ?? state as? R.Reply else { throw Missing() }
    return reply
  }
}
