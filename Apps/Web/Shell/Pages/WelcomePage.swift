import CommandKit
import Core
import PageKit
import ProfileContract
import Products

/// The first visit: a name if one likes, the first step, and that everything stays here.
enum WelcomePage {
  static let path = "/welcome"
  private static let second = "/welcome?step=2"

  static let page = Page(path) { visit in
    let session = visit.session
    let isSecond = visit.query["step"] == "2"
    let cards = try await visit.cards(in: .welcome)
    let profile = try await session.askIfAnswered(CurrentProfile())
    return PageContent(
      title: session.say(ShellPhrases.welcomeTitle, values(session)),
      isBare: true,
      body: """
        <div class="welcome">\
        \(isSecond ? begin(cards, profile?.displayName ?? "", visit) : greet(profile, visit))\
        <p class="small muted">\(session.say(ShellPhrases.staysHere))</p></div>
        """
    )
  }

  static let actions = [
    FormAction("shell.welcome") { fields, session in
      if let name = fields.text("name") {
        try await session.send(SetDisplayName(displayName: name))
      }
      return Landing(second)
    }
  ]

  private static func values(_ session: Session) -> [String: String] {
    ["product": session.product.title, "summary": session.product.summary]
  }

  private static func sign(_ session: Session) -> HTML {
    let path = Assets.all.path(of: "\(session.product.name).svg")
    return "<img class=\"welcome-sign\" src=\"\(path)\" alt=\"\" width=\"96\" height=\"96\">"
  }

  private static func greet(_ profile: ProfileView?, _ visit: Visit) -> HTML {
    let session = visit.session
    return """
      \(sign(session))<h1>\(session.say(ShellPhrases.welcomeTitle, values(session)))</h1>\
      <p class="lead">\(session.say(ShellPhrases.welcome, values(session)))</p>\
      \(visit.form(
        "shell.welcome",
        class: "card stack",
        """
        \(HTML.field(
          label: "What should we call you?",
          name: "name",
          value: profile?.displayName,
          hint: "Only shown to you. You may leave it empty.",
          attributes: [("maxlength", "80"), ("autocomplete", "nickname")]
        ))<p><button class="button primary">Continue</button></p>
        """
      ))\
      <p class="small muted">Already have your history somewhere? \
      \(HTML.link(DataPage.path, "Bring it along"))</p>
      """
  }

  /// What the modules offer to begin with, and the way past it.
  private static func begin(_ cards: HTML, _ name: String, _ visit: Visit) -> HTML {
    let session = visit.session
    let words = cards.isEmpty ? "You are all set" : "Your first step"
    let title = name.isEmpty ? words : "\(words), \(name)"
    let home = visit.homePath
    let label = cards.isEmpty ? "Begin" : "Not now, just look around"
    let style = cards.isEmpty ? "button primary" : "button quiet"
    return """
      \(sign(session))<h1>\(title)</h1>\(cards)\
      <p>\(HTML.link(home, label, style: style))</p>
      """
  }
}
