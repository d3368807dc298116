import Core
import Pages
import Presentation
import Products
import ProfileContract

/// The frame around every page: navigation, messages, and metadata for the browser.
struct PageLayout: Sendable {
  let product: Product
  let contributions: Contributions
  /// Distinguishes this home from others under the same address.
  ///
  /// A browser's copies for offline use are dropped when it changes.
  let instance: String
  /// The version of the app's own files, which are fetched again when it changes.
  let version: String
  /// The URL of a file of the app: `app.css`, `theme.css`, `app.js`, `icon.svg`.
  let path: @Sendable (_ file: String) -> String

  /// A complete document.
  func page(_ content: PageContent, for request: PageRequest) async -> HTML {
    let motion = await isMotionReduced(request.context) ? "reduced" : nil
    return """
      <!doctype html>
      <html lang="en" data-product="\(product.name)" \
      data-motif="\(product.theme.look.motif.rawValue)" data-instance="\(instance)" \
      data-version="\(version)"\(attribute: "data-motion", motion)\
      \(attribute: "data-bare", if: content.isBare)>
      <head>\(head(content))\(script)</head>
      <body><a class="skip" href="#main">Skip to the content</a>
      \(banner(request))
      \(content.isBare ? .empty : navigation(at: request.path))
      \(fragment(content, for: request))
      <div id="live" class="visually-hidden" aria-live="polite"></div></body></html>
      """
  }

  /// Where a document goes on to by itself.
  struct Refresh: Sendable {
    let seconds: Int
    let path: String
  }

  /// A document that needs nothing from the space, and no script.
  func alone(_ content: PageContent, refresh: Refresh? = nil) -> HTML {
    let onward = refresh.map { refresh -> HTML in
      "<meta http-equiv=\"refresh\" content=\"\(refresh.seconds);url=\(refresh.path)\">"
    }
    return """
      <!doctype html>
      <html lang="en" data-product="\(product.name)" \
      data-motif="\(product.theme.look.motif.rawValue)" data-bare>
      <head>\(head(content))\(onward)</head>\
      <body><main id="main">\(content.body)</main></body></html>
      """
  }

  /// The part that differs between pages; the script of an open page replaces the old one with it.
  func fragment(_ content: PageContent, for request: PageRequest) -> HTML {
    """
    <div id="message" aria-live="polite">\(request.message.map { request.toast($0) })</div>
    <main id="main" tabindex="-1" data-title="\(title(content))"\
    \(attribute: "data-bare", if: content.isBare)\
    \(attribute: "data-sequence", request.position.map { String($0.sequence) })\
    \(attribute: "data-clock", request.position.map { String($0.clock.rawValue) })\
    \(attribute: "data-refresh", content.refreshAt.map { String($0.milliseconds) })>\
    \(content.body)</main>
    """
  }

  private func navigation(at path: String) -> HTML {
    Navigation(product, contributions, at: path, sign: self.path("\(product.name).svg")).html
  }

  private func title(_ content: PageContent) -> String {
    content.title == product.title ? product.title : "\(content.title) · \(product.title)"
  }

  private func head(_ content: PageContent) -> HTML {
    let look = product.theme.look
    return """
      <meta charset="utf-8"><title>\(title(content))</title>\
      <meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover">\
      <meta name="color-scheme" content="light dark">\
      <meta name="theme-color" media="(prefers-color-scheme:light)" \
      content="\(look.light.page.css)">\
      <meta name="theme-color" media="(prefers-color-scheme:dark)" \
      content="\(look.dark.page.css)">\
      <link rel="stylesheet" href="\(path("app.css"))">\
      <link rel="stylesheet" href="\(path("theme.css"))">\
      <link rel="icon" type="image/svg+xml" href="\(path("\(product.name).svg"))">\
      <link rel="apple-touch-icon" href="\(path("\(product.name)-192.png"))">\
      <link rel="manifest" href="/manifest.webmanifest">
      """
  }

  private var script: HTML {
    """
    <script type="module" src="\(path("app.js"))" data-extras="\(path("extras.js"))" \
    data-grids="\(path("grids.js"))"></script>
    """
  }

  /// Hidden until the script finds that there is no connection, or that forms are queued.
  ///
  /// It promises that something is kept only once the script knows that it is.
  private func banner(_ request: PageRequest) -> HTML {
    """
    <div id="offline" class="banner" role="status" hidden>\
    <span data-kept hidden>\(request.context.say(ShellPhrases.offline))</span>\
    <span>\(request.context.say(ShellPhrases.offlineUnkept))</span> <b data-waiting></b></div>
    """
  }

  /// The person's own preference, if the product has one.
  ///
  /// An error never delays a page: without a preference the browser's own setting applies.
  private func isMotionReduced(_ context: PageContext) async -> Bool {
    (try? await context.askIfAvailable(CurrentProfile()))?.reducedMotion ?? false
  }
}
