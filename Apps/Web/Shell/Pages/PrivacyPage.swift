import Core
import Pages
import Presentation
import Products
import TelemetryContract

/// What is stored, where, and what leaves the device.
///
/// In a product that never sends anything, only that.
enum PrivacyPage {
  static let path = "/privacy"

  static let page = Page(path) { request in
    let context = request.context
    return PageContent(
      title: context.say(ShellPhrases.privacy),
      body: """
        \(SettingsPage.way(back: request))\
        \(HTML.header(context.say(ShellPhrases.privacy)))\
        <div class="columns">\(kept(context))\(try await request.cards(in: .privacy))\(yours)</div>
        """
    )
  }

  private static func kept(_ context: PageContext) -> HTML {
    let facts = [
      "What you enter is in one file in your own folder on this device, readable by you alone.",
      "This page is served by this device to itself. It loads nothing from anywhere else: no fonts, "
        + "no scripts, no pictures.",
      "Your browser keeps a copy of the pages you opened, so that the app opens without a "
        + "connection. Clearing the browser's data for this address removes that copy, and nothing "
        + "else.",
    ]
    let never =
      context.product.policies.allowsTelemetry
      ? [] : ["\(context.product.title) counts nothing and reports nothing, to anyone."]
    return HTML.card(
      "What is kept",
      """
      <p>\(context.say(ShellPhrases.staysHere))</p>\
      <ul class="stack">\(each: facts + never, { "<li>\($0)</li>" })</ul>
      """
    )
  }

  private static let yours = HTML.card(
    "It is yours",
    """
    <p>Take it with you whenever you like: as a file for a spreadsheet or a calendar, complete as \
    JSON, or as a backup to go back to.</p>\
    <p>\(HTML.link(DataPage.path, "Import, export, backup", style: "button"))</p>
    """
  )
}
