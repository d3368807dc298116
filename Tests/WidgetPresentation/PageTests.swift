import Commands
import Core
import Pages
import Presentation
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
      markup.firstRange(of: "<span> \(title)</span>")?.lowerBound
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
  }

  @Test func `a tap completes what is shown, and asks nothing of what is not`() async throws {
    let door = Composed(content(["A"]))
    let action = try #require(WidgetPresentation.actions.first)
    let shown = FormFields(["habit": [HabitID(rawValue: 1).description]])
    // The stub does not answer the check itself, so its error shows that the check was sent.
    await #expect(throws: Composed.Missing.self) {
      try await action.run(shown, PageContext(try context(asking: door)))
    }
    let gone = FormFields(["habit": [HabitID(rawValue: 9).description]])
    #expect(try await action.run(gone, PageContext(try context(asking: door))).message == nil)
  }
}

/// A space that answers what a widget shows, and nothing else.
struct Composed: StubbedSpace {
  struct Missing: Error {}

  private let content: WidgetContent

  init(_ content: WidgetContent) { self.content = content }

  func reply<R: Request>(to request: R) throws -> R.Reply {
    guard let reply = content as? R.Reply else { throw Missing() }
    return reply
  }
}
