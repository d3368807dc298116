import HTTPServing
import Pages
import Presentation
import Products

/// The page for a browser that is not signed in; it shows nothing personal.
enum SignInPage {
  /// What happened before the page is shown.
  enum Note {
    case linkOver, linkUsed, noDesktop, notAllowed, noAnswer, proveAgain
    case refused(Problem)

    var words: String {
      switch self {
      case .linkOver:
        "This link has expired: each one works for a minute. Get a new one as described here."
      case .linkUsed:
        "This link was used before, and each one works in one browser. If that was not you, "
          + "do not worry: whoever it let in has been signed out. Get a new one as described here."
      case .noDesktop:
        "There is no desktop now on which you could be asked."
      case .notAllowed: "The answer on the desktop was: not now."
      case .noAnswer: "Nobody answered on the desktop in time. You can ask once more."
      case .proveAgain:
        "Signing out another browser needs a sign-in of the last ten minutes. Nothing was changed: "
          + "sign in once more as described here, then sign it out."
      case .refused(let problem): problem.detail
      }
    }
  }

  /// - Parameter ask: the address of the form that asks on the desktop; nil without one.
  static func signIn(_ product: Product, ask: String?, note: Note?) -> PageContent {
    let said = note.map { note -> HTML in "<p class=\"card\" role=\"status\">\(note.words)</p>" }
    return content(
      product,
      title: "Is it you?",
      """
      <p class="lead">\(product.title) opens only in browsers that you have let in. There is no \
      password: you show that this machine is yours.</p>\(said)\
      \(HTML.card(
        "In a terminal",
        """
        \(HTML.commands("trellis daemon open"))\
        <p class="muted">It opens \(product.title) and signs your browser in.</p>
        """
      ))\(ask.map(asking))
      """
    )
  }

  private static func asking(_ address: String) -> HTML {
    HTML.card(
      "On the desktop",
      """
      <p class="muted">A notice asks you. Allow it if it shows the same code as this page will.</p>\
      <form method="post" action="\(address)"><button class="button primary">\
      Ask on the desktop</button></form>
      """
    )
  }

  static func waiting(_ product: Product, code: String) -> PageContent {
    content(
      product,
      title: "Allow it on the desktop",
      """
      <p class="lead">A notice is there with this code. If it is the same one, choose “Allow”.</p>\
      <p class="figure" role="status">\(code)</p>\
      <p class="muted">This page goes on by itself.</p>
      """
    )
  }

  static func goOn(_ product: Product, _ path: String) -> PageContent {
    content(
      product,
      title: "Welcome back",
      "<p>\(HTML.link(path, "Continue to \(product.title)", style: "button primary"))</p>"
    )
  }

  private static func content(_ product: Product, title: String, _ body: HTML) -> PageContent {
    let sign = Assets.all.path(of: "\(product.name).svg")
    return PageContent(
      title: title,
      isBare: true,
      body: """
        <div class="welcome">\
        <img class="welcome-sign" src="\(sign)" alt="" width="96" height="96"><h1>\(title)</h1>\
        \(body)</div>
        """
    )
  }
}
