import Core
import Pages
import Presentation
import Products
import ProfileContract

/// The first visit: an optional name, the first step, and the statement that data stays here.
enum WelcomePage {
  static let path = "/welcome"
  private static let second = "/welcome?step=2"

  static func page(at place: ShellPlace) -> Page {
    Page(path) { request in
      let context = request.context
      let isSecond = request.query["step"] == "2"
      let cards = try await request.cards(in: .welcome)
      let profile = try await context.askIfAvailable(CurrentProfile())
      return PageContent(
        title: context.say(ShellPhrases.welcomeTitle, values(context)),
        isBare: true,
        body: """
          <div class="welcome">\
          \(isSecond
          ? begin(cards, profile?.displayName ?? "", request) : greet(profile, at: place, request))\
          <p class="small muted">\(context.say(place.keeping))</p></div>
          """
      )
    }
  }

  static let actions = [
    FormAction("shell.welcome") { fields, context in
      try await ZoneAction.take(fields, context)
      if let name = fields.text("name") {
        try await context.send(SetDisplayName(displayName: name))
      }
      return ActionResult(second)
    }
  ]

  private static func values(_ context: PageContext) -> [String: String] {
    ["product": context.product.title, "summary": context.product.summary]
  }

  private static func sign(_ context: PageContext) -> HTML {
    let path = Assets.all.path(of: "\(context.product.name).svg")
    return "<img class=\"welcome-sign\" src=\"\(path)\" alt=\"\" width=\"96\" height=\"96\">"
  }

  private static func greet(
    _ profile: ProfileView?,
    at place: ShellPlace,
    _ request: PageRequest
  ) -> HTML {
    let context = request.context
    return """
      \(sign(context))<h1>\(context.say(ShellPhrases.welcomeTitle, values(context)))</h1>\
      <p class="lead">\(context.say(ShellPhrases.welcome, values(context)))</p>\
      \(request.form(
        "shell.welcome",
        fields: place == .server ? [(ZoneAction.field, "")] : [],
        class: "card stack",
        """
        \(HTML.field(
          label: "What should we call you?",
          name: "name",
          value: profile?.displayName,
          hint: "Only shown to you. You may leave it empty.",
          attributes: [("maxlength", "\(SetDisplayName.maxLength)"), ("autocomplete", "nickname")]
        ))<p><button class="button primary">Continue</button></p>
        """
      ))\
      <p class="small muted">Already have your history somewhere? \
      \(HTML.link(DataPage.path, "Bring it along"))\(account(request))\(other(request))</p>
      """
  }

  private static func other(_ request: PageRequest) -> HTML? {
    guard ProductPage.isOffered(request) else { return nil }
    return ". \(HTML.link(ProductPage.path, "Choose another product"))"
  }

  private static func account(_ request: PageRequest) -> HTML? {
    guard AccountPage.isOffered(request) else { return nil }
    return ", or \(HTML.link(AccountPage.path, "sign in to your account"))"
  }

  /// The first steps that modules offer, and the link that skips them.
  private static func begin(_ cards: HTML, _ name: String, _ request: PageRequest) -> HTML {
    let context = request.context
    let words = cards.isEmpty ? "You are all set" : "Your first step"
    let title = name.isEmpty ? words : "\(words), \(name)"
    let home = request.homePath
    let label = cards.isEmpty ? "Begin" : "Not now, just look around"
    let style = cards.isEmpty ? "button primary" : "button quiet"
    return """
      \(sign(context))<h1>\(title)</h1>\(cards)\
      <p>\(HTML.link(home, label, style: style))</p>
      """
  }
}
