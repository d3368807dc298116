import Core
import Pages
import Presentation
import Products

/// The page that a person sees instead of one that cannot be shown, in the product's words.
enum ErrorContent {
  /// - Parameters:
  ///   - status: the HTTP status: 404.
  ///   - code: the problem's code; nil for one that its status tells.
  ///   - detail: what happened and what to do, if there is more to say than "it is not there".
  static func content(
    _ status: Int,
    code: String? = nil,
    _ detail: String?,
    for product: Product
  ) -> PageContent {
    let isForm = code == "stale-form"
    let title = isForm ? "This form is too old" : title(status, product.voice)
    return PageContent(
      title: title,
      body: """
        <section class="empty"><span class="empty-sign">\((isForm ? Icon.moon : icon(status)).html)</span>\
        <h1>\(title)</h1><p>\(words(status, detail, product.voice))</p>\
        \(HTML.link("/", product.voice.say(ShellPhrases.toHome), style: "button primary"))</section>
        """
    )
  }

  private static func title(_ status: Int, _ voice: Voice) -> String {
    switch status {
    case 404: voice.say(ShellPhrases.notFoundTitle)
    case 401, 403: "This is not open to you"
    case 400..<500: "That did not work"
    default: voice.say(ShellPhrases.wrongTitle)
    }
  }

  private static func words(_ status: Int, _ detail: String?, _ voice: Voice) -> String {
    if let detail { return detail }
    return voice.say(status == 404 ? ShellPhrases.notFound : ShellPhrases.wrong)
  }

  private static func icon(_ status: Int) -> Icon {
    switch status {
    case 401, 403: .shield
    default: .moon
    }
  }
}
