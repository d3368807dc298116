import Core
import Pages
import Presentation
import Products
import Terminal
import Testing
import TestKit

@testable import Web

@Suite struct FrameTests {
  private struct Nobody: StubbedSpace {
    struct Nothing: Error {}
    func reply<R: Request>(to request: R) throws -> R.Reply { throw Nothing() }
  }

  private func request(
    _ product: Product,
    at path: String = "/today",
    message: Message? = nil
  ) -> PageRequest {
    let context = PageContext(
      product: product,
      settings: [],
      now: Instant(milliseconds: 0),
      calendar: LocalCalendar(zone: .utc),
      space: Nobody()
    )
    return PageRequest(
      context: context,
      path: path,
      message: message,
      contributions: contributions(product),
      protection: FormProtection(token: "secret")
    )
  }

  private func contributions(_ product: Product) -> Contributions {
    Shell.contributions(ProductCatalog.pagePresentations(of: product), for: product)
  }

  private func frame(_ product: Product) -> PageLayout {
    PageLayout(
      product: product,
      contributions: contributions(product),
      instance: "here",
      version: "1",
      path: { "/assets/0/\($0)" }
    )
  }

  private func page(
    _ product: Product = .hobbyist,
    at path: String = "/today",
    title: String = "Today",
    message: Message? = nil,
    isBare: Bool = false
  ) async -> String {
    let content = PageContent(title: title, isBare: isBare, body: "<h1>\(title)</h1>")
    return await frame(product).page(content, for: request(product, at: path, message: message))
      .markup
  }

  @Test(arguments: ProductCatalog.products.map(\.name))
  func `a page has its landmarks, once each`(name: String) async throws {
    let product = try #require(ProductCatalog.product(named: name))
    let html = await page(product, at: contributions(product).tabs[0].page.path)
    for piece in [
      "<!doctype html>", "<html lang=\"en\"", "<main id=\"main\"", "<nav class=\"nav\" aria-label",
      "<a class=\"skip\" href=\"#main\">", "<title>", "aria-current=\"page\"",
      "<script type=\"module\"", "rel=\"manifest\"",
    ] {
      #expect(html.ranges(of: piece).count >= 1, "\(piece)")
    }
    #expect(html.ranges(of: "<main").count == 1)
    #expect(html.ranges(of: "<nav").count == 1)
    #expect(html.ranges(of: "<h1").count == 1)
    #expect(!html.contains(" style=\""))
    #expect(!html.contains("<script>"))
  }

  @Test func `the title names the page and the product`() async {
    #expect(await page(.beebloom).contains("<title>Today · BeeBloom</title>"))
    #expect(await page(.sober, title: "Sober").contains("<title>Sober</title>"))
  }

  @Test func `a product that is called as one of its tabs is told apart from it`() async {
    let brand = "Streaks<span class=\"visually-hidden\">, start page</span></a>"
    #expect(await page(.streaks).contains(brand))
    #expect(await page(.beebloom).contains(">BeeBloom</a>"))
  }

  @Test func `what a person called something stays text in the title too`() async {
    let html = await page(title: "</title><script>alert(1)</script>\" onload=\"x")
    #expect(!html.contains("<script>alert"))
    #expect(!html.contains("\" onload"))
  }

  @Test func `where one is stands in the navigation, whatever follows the path`() async {
    let html = await page(at: "/week?day=2026-01-01")
    let link = html.ranges(of: "<a href=\"/week\" aria-current=\"page\">")
    #expect(link.count == 1)
    #expect(html.ranges(of: "aria-current=\"page\"").count == 1)
  }

  @Test func `a page below another marks the tab of that one`() {
    let pages = Contributions(
      [],
      for: .streaks,
      shell: [
        Page("/feed", tab: Tab(Phrase("tab.sample", "Friends"), icon: .today, order: 1)) { _ in
          PageContent(title: "Feed", body: "")
        },
        Page("/friends", section: "/feed") { _ in PageContent(title: "Friends", body: "") },
      ]
    )
    let html = Navigation(.streaks, pages, at: "/friends?x=1", sign: "").html.markup
    #expect(html.contains("<a href=\"/feed\" aria-current=\"page\">"))
    #expect(pages.section(of: "/friends?x=1") == "/feed")
    #expect(pages.section(of: "/feed") == nil)
  }

  @Test(arguments: ProductCatalog.products.map(\.name))
  func `the home page leaves out the rules of other pages`(name: String) async throws {
    let product = try #require(ProductCatalog.product(named: name))
    let home = contributions(product).tabs[0].page.path
    for path in ["/", home, "\(home)?weeks=32"] {
      let html = await page(product, at: path)
      #expect(!html.contains(#/ href="[^"]*theme-pages\.css/#), "\(path)")
      // The script fetches them once something is opened that needs them.
      #expect(html.contains(#/ data-pages="[^"]*theme-pages\.css/#), "\(path)")
      // The script compares both to know whether another document has to be loaded.
      #expect(html.ranges(of: " data-sheets=\"system\"").count == 2, "\(path)")
    }
    let other = await page(product, at: contributions(product).tabs[1].page.path)
    #expect(other.contains(#/ href="[^"]*theme-pages\.css/#))
    #expect(other.ranges(of: " data-sheets=\"system pages\"").count == 2)
    let refused = await page(product, at: home, message: Message(.refusal, "No."))
    #expect(refused.contains(#/ href="[^"]*theme-pages\.css/#))
    let alone = frame(product).alone(PageContent(title: "Alone", body: "")).markup
    #expect(alone.contains("theme-pages.css"))
  }

  @Test(arguments: ProductCatalog.products.map(\.name))
  func `no rule is in both sheets, and both use colors that there are`(name: String) throws {
    let product = try #require(ProductCatalog.product(named: name))
    let files = try Shell.files(for: product, contributions(product))
    let sheets = files.filter { ["/theme.css", "/theme-pages.css"].contains($0.path) }.map {
      String(decoding: $0.bytes, as: UTF8.self)
    }
    #expect(sheets.count == 2)
    let pages = try #require(sheets.last)
    for rule in pages.split(separator: "}") where rule.contains("{") {
      #expect(!sheets[0].contains("\(rule)}"), "\(rule)")
    }
    let all = sheets.joined() + Assets.all.text(of: "app.css")
    let uses = pages.split(separator: "var(").dropFirst()
    #expect(!uses.isEmpty)
    for name in Set(uses.map { $0.prefix { $0 != ")" && $0 != "," } }) {
      #expect(all.contains("\(name):"), "\(name)")
    }
  }

  @Test func `what does not fit on a phone stands in a menu`() async {
    let tabs = contributions(.streaks).tabs
    #expect(tabs.count > 5)
    let html = await page(.streaks)
    #expect(html.contains("<details class=\"nav-more\">"))
    #expect(html.ranges(of: "class=\"wide-only\"").count == tabs.count - 4)
    let few = await page(.beebloom)
    #expect(contributions(.beebloom).tabs.count <= 5)
    #expect(few.contains("<nav class=\"nav\"") && !few.contains("nav-more"))
  }

  @Test func `a product has no trace of modules that it lacks`() async {
    let html = await page(.beebloom)
    for path in ["/streaks", "/badges", "/reminders", "/sober"] {
      #expect(!html.contains("href=\"\(path)\""), "\(path)")
    }
  }

  @Test func `a refusal is an alert and a confirmation a status, with its way back`() async {
    let refusal = await page(message: Message(.refusal, "It is <too> late."))
    #expect(refusal.contains("role=\"alert\" data-kind=\"refusal\"><p>It is &lt;too&gt; late.</p>"))
    let undo = Undo("tracking.restore", ["habit": "1", "day": "2026-01-01"])
    let done = await page(message: Message(.done, "Done.", undo: undo))
    #expect(done.contains("role=\"status\" data-kind=\"done\""))
    #expect(!done.contains("data-lasts"))
    let report = await page(message: Message(.done, "It is shown only now: 1234", lasts: true))
    #expect(report.contains("data-kind=\"done\" data-lasts><p>It is shown only now"))
    #expect(done.contains("action=\"/do/tracking.restore\""))
    #expect(done.contains("name=\"day\" value=\"2026-01-01\""))
    #expect(done.contains("value=\"secret\""))
  }

  @Test func `a refusal that a form tells is not told above it as well`() async {
    let content = PageContent(title: "Today", tellsRefusal: true, body: "<h1>Today</h1>")
    for (kind, isShown) in [(Message.Kind.refusal, false), (.done, true)] {
      let request = request(.hobbyist, message: Message(kind, "It is too late."))
      let page = await frame(.hobbyist).page(content, for: request).markup
      let part = await frame(.hobbyist).fragment(content, for: request).markup
      #expect(page.contains("It is too late.") == isShown, "\(kind)")
      #expect(part.contains("It is too late.") == isShown, "\(kind)")
    }
  }

  @Test func `what stands alone has no navigation`() async {
    let html = await page(isBare: true)
    #expect(!html.contains("<nav"))
    #expect(html.contains("data-bare"))
  }

  @Test func `a part of a page is the message and the main part alone`() async {
    let content = PageContent(
      title: "Week",
      refreshAt: Instant(milliseconds: 5),
      body: "<h1>W</h1>"
    )
    let html = await frame(.hobbyist).fragment(content, for: request(.hobbyist)).markup
    #expect(html.hasPrefix("<div id=\"message\""))
    #expect(html.contains("data-title=\"Week · Hobbyist\""))
    #expect(html.contains("data-refresh=\"5\""))
    #expect(!html.contains("<nav") && !html.contains("<html"))
  }

  @Test func `a page that cannot be shown speaks in the product's words`() {
    let garden = ErrorContent.content(404, nil, for: .beebloom)
    #expect(garden.title == "Nothing grows here")
    #expect(garden.body.markup.contains("Back to the garden"))
    let told = ErrorContent.content(403, "Open it yourself.", for: .hobbyist)
    #expect(told.body.markup.contains("Open it yourself."))
    #expect(told.title == "This is not open to you")
    let old = ErrorContent.content(403, code: "stale-form", "Reload the page.", for: .hobbyist)
    #expect(old.title == "This form is too old")
    #expect(old.body.markup.contains("Reload the page."))
    let html = frame(.sober).alone(ErrorContent.content(500, nil, for: .sober)).markup
    #expect(html.contains("nothing that you entered is lost"))
    #expect(html.contains("theme.css"))
  }
}
