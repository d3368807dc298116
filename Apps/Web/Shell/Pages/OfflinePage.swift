import Pages
import Presentation
import Products

/// The page that browsers show offline for pages that they have not stored.
enum OfflinePage {
  static let page = Page("/offline") { request in
    let context = request.context
    return PageContent(
      title: context.say(ShellPhrases.offlineTitle),
      body: """
        <h1 class="visually-hidden">\(context.say(ShellPhrases.offlineTitle))</h1>\
        \(HTML.empty(
          context.say(ShellPhrases.offlinePage),
          icon: .shield,
          action: HTML.link("/", context.say(ShellPhrases.toHome), style: "button primary")
        ))
        """
    )
  }
}
