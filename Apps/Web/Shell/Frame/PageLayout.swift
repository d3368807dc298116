import Core
import Pages
import Presentation
import Products
import ProfileContract

/// The frame around every page: navigation, messages, and metadata for the browser.
struct PageLayout: Sendable {
  let product: Product
  let contributions: Contributions
  /// Distinguishes this home from others at the same address.
  ///
  /// A browser's copies for offline use are dropped when it changes.
  let instance: String
  /// The same for one of many people; nil if there is only one.
  ///
  /// When another person signs in, the browser shows nothing of the previous person, and sends none
  /// of the changes that they left waiting.
  var memberInstance: (@Sendable (Principal) -> String)?
  /// The version of the app's own files, which are fetched again when it changes.
  let version: String
  /// The URL of a file of the app: `app.css`, `theme.css`, `app.js`, `icon.svg`.
  let path: @Sendable (_ file: String) -> String

  /// A complete document.
  func page(_ content: PageContent, for request: PageRequest) async -> HTML {
    let profile = await profile(request.context)
    let motion = profile?.reducedMotion == true ? "reduced" : nil
    let principal = request.context.space.principal
    let appearance = profile?.appearance ?? .system
    // A refused form on the home page needs styles that it lacks otherwise.
    let isLean = contributions.isHome(request.path) && request.message?.kind != .refusal
    let sheets = sheets(appearance, isLean: isLean)
    return """
      <!doctype html>
      <html lang="en" data-product="\(product.name)" \
      data-motif="\(product.theme.look.motif.rawValue)" data-instance="\(memberInstance?(principal) ?? instance)" \
      data-version="\(version)"\(attribute: "data-motion", motion)\
      \(attribute: "data-zone", zoneToken(profile, request))\
      \(attribute: "data-bare", if: content.isBare) data-sheets="\(sheets)">
      <head>\(head(content, appearance, isLean: isLean))\
      \(script(appearance))</head>
      <body><a class="skip" href="#main">Skip to the content</a>
      \(banner(request))
      \(content.isBare ? .empty : await navigation(request))
      \(fragment(content, appearance, for: request))</body></html>
      """
  }

  /// The address that a document continues to by itself.
  struct Refresh: Sendable {
    let seconds: Int
    let path: String
  }

  /// A document that needs nothing from the space, and no script.
  ///
  /// - Parameter isListed: whether search engines may list it.
  func alone(_ content: PageContent, refresh: Refresh? = nil, isListed: Bool = true) -> HTML {
    let robots: HTML? = isListed ? nil : "<meta name=\"robots\" content=\"noindex,nofollow\">"
    let onward = refresh.map { refresh -> HTML in
      "<meta http-equiv=\"refresh\" content=\"\(refresh.seconds);url=\(refresh.path)\">"
    }
    return """
      <!doctype html>
      <html lang="en" data-product="\(product.name)" \
      data-motif="\(product.theme.look.motif.rawValue)" data-bare>
      <head>\(head(content))\(onward)\(robots)</head>\
      <body><main id="main">\(content.body)</main></body></html>
      """
  }

  /// The part that differs between pages; the script of an open page replaces the old one with it.
  func fragment(_ content: PageContent, for request: PageRequest) async -> HTML {
    let profile = await profile(request.context)
    let counts = content.isBare ? .empty : await TabCounts.load(contributions, request).news
    return fragment(content, profile?.appearance ?? .system, counts, for: request)
  }

  private func fragment(
    _ content: PageContent,
    _ appearance: Appearance,
    _ counts: HTML = .empty,
    for request: PageRequest
  ) -> HTML {
    """
    <div id="message" aria-live="polite">\(toast(content, request))</div>
    <main id="main" tabindex="-1" data-title="\(title(content))"\
    \(attribute: "data-bare", if: content.isBare)\
     data-sheets="\(sheets(appearance, isLean: contributions.isHome(request.path)))"\
    \(attribute: "data-section", contributions.section(of: request.path))\
    \(attribute: "data-sequence", request.position.map { String($0.sequence) })\
    \(attribute: "data-clock", request.position.map { String($0.clock.rawValue) })\
    \(attribute: "data-refresh", content.refreshAt.map { String($0.milliseconds) })\
     data-opened="\((request.openedAt ?? request.context.now).milliseconds)">\
    \(content.body)\(counts)</main>
    """
  }

  /// The message of the preceding form; nil for a refusal that the form itself tells.
  private func toast(_ content: PageContent, _ request: PageRequest) -> HTML? {
    guard let message = request.message else { return nil }
    return message.kind == .refusal && content.tellsRefusal ? nil : request.toast(message)
  }

  private func navigation(_ request: PageRequest) async -> HTML {
    let counts = await TabCounts.load(contributions, request)
    let sign = path("\(product.name).svg")
    return Navigation(product, contributions, at: request.path, sign: sign, counts).html
  }

  private func title(_ content: PageContent) -> String {
    content.title == product.title ? product.title : "\(content.title) · \(product.title)"
  }

  /// The style sheets that a page needs, which the script compares with those of the document.
  private func sheets(_ appearance: Appearance, isLean: Bool) -> String {
    isLean ? appearance.rawValue : "\(appearance.rawValue) pages"
  }

  private func head(
    _ content: PageContent,
    _ appearance: Appearance = .system,
    isLean: Bool = false
  ) -> HTML {
    let parts: [SheetName.Part] = isLean ? [.home] : [.home, .others]
    let sheets = parts.map { part -> HTML in
      "<link rel=\"stylesheet\" href=\"\(path(SheetName(part, appearance).file))\">"
    }
    return """
      <meta charset="utf-8"><title>\(title(content))</title>\
      <meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover">\
      \(grounds(appearance))\
      <link rel="stylesheet" href="\(path("app.css"))">\(sheets.joined())\
      <link rel="icon" type="image/svg+xml" href="\(path("\(product.name).svg"))">\
      <link rel="apple-touch-icon" href="\(path("\(product.name)-192.png"))">\
      <link rel="manifest" href="/manifest.webmanifest">
      """
  }

  /// What the browser itself draws around the page, and before it is loaded.
  private func grounds(_ appearance: Appearance) -> HTML {
    let look = product.theme.look
    func color(_ ground: Look.Ground, _ media: HTML = "") -> HTML {
      "<meta name=\"theme-color\"\(media) content=\"\(ground.page.css)\">"
    }
    return switch appearance {
    case .light: "<meta name=\"color-scheme\" content=\"light\">\(color(look.light))"
    case .dark: "<meta name=\"color-scheme\" content=\"dark\">\(color(look.dark))"
    case .system:
      """
      <meta name="color-scheme" content="light dark">\
      \(color(look.light, " media=\"(prefers-color-scheme:light)\""))\
      \(color(look.dark, " media=\"(prefers-color-scheme:dark)\""))
      """
    }
  }

  /// - Parameter appearance: that of the sheet that a home page lacks, and that the script fetches
  ///   once something that needs it is opened there.
  private func script(_ appearance: Appearance) -> HTML {
    """
    <script type="module" src="\(path("app.js"))" data-extras="\(path("extras.js"))" \
    data-grids="\(path("grids.js"))" data-today="\(path("today.js"))" \
    data-pages="\(path(SheetName(.others, appearance).file))"></script>
    """
  }

  /// Hidden until the script detects that there is no connection, or that forms are queued.
  ///
  /// It only promises that something is kept once the script knows that it is.
  private func banner(_ request: PageRequest) -> HTML {
    """
    <div id="offline" class="banner" role="status" hidden>\
    <span data-kept hidden>\(request.context.say(ShellPhrases.offline))</span>\
    <span>\(request.context.say(ShellPhrases.offlineUnkept))</span> <b data-waiting></b></div>
    """
  }

  /// The person's own preferences, if the product has them.
  ///
  /// An error never delays a page: without a preference the browser's own setting applies.
  private func profile(_ context: PageContext) async -> ProfileView? {
    (try? await context.askIfAvailable(CurrentProfile())) ?? nil
  }

  /// The token with which the browser may report its time zone, if none was chosen.
  ///
  /// A server does not share the person's time zone.
  ///
  /// Empty as long as nothing was entered: a person who only links their devices has no history
  /// here that would have to be merged with theirs.
  private func zoneToken(_ profile: ProfileView?, _ request: PageRequest) -> String? {
    guard memberInstance != nil, profile?.preferences[.timeZone] == "auto" else { return nil }
    return (request.position?.sequence ?? 0) > 0 ? request.formToken : ""
  }
}
