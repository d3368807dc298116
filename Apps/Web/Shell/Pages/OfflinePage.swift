import CommandKit
import PageKit
import Products

/// Kept by browsers for when a page is asked for that they do not have.
enum OfflinePage {
  static let page = Page("/offline") { visit in
    let session = visit.session
    return PageContent(
      title: session.say(ShellPhrases.offlineTitle),
      body: """
        <h1 class="visually-hidden">\(session.say(ShellPhrases.offlineTitle))</h1>\
        \(HTML.empty(
          session.say(ShellPhrases.offlinePage),
          icon: .shield,
          action: HTML.link("/", session.say(ShellPhrases.toHome), style: "button primary")
        ))
        """
    )
  }
}
