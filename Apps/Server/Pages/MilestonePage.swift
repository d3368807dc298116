import Accounts
import Core
import Friends
import HTTPServing
import HTTPTypes
import Hummingbird
import NIOCore
import Pages
import Presentation
import SocialContract
import SocialDrawing
import StreaksContract
import Web

/// The public page of a milestone, for anyone who has its address.
///
/// It is drawn only from what its owner made public: no space is read, and a visitor who is signed
/// in gets the same as one who is not. It is not listed by search engines, not stored by
/// intermediaries, and needs no script.
struct MilestonePage: Sendable {
  let friends: FriendStore
  let accounts: AccountStore

  var routes: [ServerRoute] {
    [.get("/m/{code}", .anyone, show), .get("/m/{code}/card.svg", .anyone, picture)]
  }

  static func path(_ code: PublicPageCode) -> String { "/m/\(code)" }

  static func address(of page: PublicPage, at product: ServedProduct) -> String {
    "\(product.address)\(path(page.code))"
  }

  // MARK: Finding it

  /// The page at an address of this product.
  ///
  /// - Throws: ``Problem`` 404, the same for a code that is wrong, was taken down, or belongs to an
  ///   account that is suspended or gone.
  private func page(
    _ exchange: ServerExchange,
    _ parameters: [String: String]
  ) async throws -> PublicPage {
    guard let code = PublicPageCode(parameters["code"] ?? ""),
      let page = try await friends.publicPage(code),
      page.achievement.product == exchange.product.name,
      let account = try await accounts.account(page.account), account.suspension == nil,
      !account.isSealed
    else { throw MilestonePage.nothing }
    return page
  }

  private static let nothing = Problem(
    .notFound,
    "no-page",
    "There is no page here, or it is gone. Check the address, or ask whoever gave it to you.",
    headers: [.robots: "noindex, nofollow"]
  )

  // MARK: The page

  @Sendable
  private func show(
    _ exchange: ServerExchange,
    _ parameters: [String: String]
  ) async throws -> Response {
    let page = try await page(exchange, parameters)
    let reached = FriendPages.words(page.achievement)
    let heading: HTML =
      page.name.map { name -> HTML in
        "<h1>\(name)</h1><p class=\"lead\">has reached \(reached).</p>"
      } ?? "<h1>\(reached)</h1>"
    let product = exchange.product
    return product.site.response(
      PageContent(
        title: page.name.map { "\($0): \(reached)" } ?? reached,
        isBare: true,
        body: """
          <div class="welcome">\(heading)\(MilestonePage.card(page, reached))\
          <p class="small muted">\(MilestonePage.evidence(page.achievement))</p>\
          <p class="small muted">Kept with \(HTML.link("/", product.product.title))</p></div>
          """
      ),
      isListed: false
    )
  }

  private static func card(_ page: PublicPage, _ reached: String) -> HTML {
    let source = "\(path(page.code))/card.svg"
    let what = page.achievement.title.map { "\($0): \(reached)" } ?? reached
    return """
      <figure class="share-preview"><picture>\
      <source srcset="\(source)?look=dark" media="(prefers-color-scheme:dark)">\
      <img src="\(source)" width="\(CardPage.width)" height="\(CardPage.height)" \
      alt="\(what), reached on \(page.achievement.day.words)"></picture></figure>
      """
  }

  private static func evidence(_ achievement: Achievement) -> String {
    let (done, later) = (achievement.done, achievement.later)
    let all = done == 1 ? "Its one day was" : "All of its \(done) days were"
    let some = later == 1 ? "1 of its \(done) days was" : "\(later) of its \(done) days were"
    let days =
      switch later {
      case 0: "\(all) marked on the day itself."
      case done: "\(all) added or sent later."
      default: "\(some) added or sent later, the others marked on the day itself."
      }
    return "The server found this milestone in its owner’s days before the page was made. \(days)"
  }

  // MARK: The picture

  @Sendable
  private func picture(
    _ exchange: ServerExchange,
    _ parameters: [String: String]
  ) async throws -> Response {
    let achievement = try await page(exchange, parameters).achievement
    let look = CardStyle(
      product: exchange.product.product,
      isDark: exchange.queryValue("look") == "dark"
    )
    let bytes = try CardDrawing.draw(ShareCard(achievement), as: .svg, look: look)
    return Response(
      status: .ok,
      headers: [.contentType: "image/svg+xml; charset=utf-8", .robots: "noindex, nofollow"],
      body: .init(byteBuffer: ByteBuffer(bytes: bytes))
    )
  }
}

extension ShareCard {
  /// The card of a milestone that was made public.
  fileprivate init(_ achievement: Achievement) {
    let isSober = achievement.subject == .sobriety
    self.init(
      kind: .milestone,
      subject: isSober ? .sobriety : .habit,
      title: achievement.title,
      headline: ShareFigure(
        isSober ? .soberMilestone : .milestone,
        achievement.level,
        StreakUnit(rawValue: achievement.unit) ?? .day
      ),
      day: achievement.day,
      recorded: RecordedDays(
        done: achievement.done,
        witnessed: achievement.done - achievement.later
      )
    )
  }
}
