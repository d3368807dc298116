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

  static func page(at place: ShellPlace) -> Page {
    Page(path) { request in
      let context = request.context
      let cards = try await request.cards(in: .privacy)
      return PageContent(
        title: context.say(ShellPhrases.privacy),
        body: """
          \(SettingsPage.way(back: request))\
          \(HTML.header(context.say(ShellPhrases.privacy)))\
          <div class="columns">\(kept(at: place, context))\(cards)\(yours(at: place))</div>
          """
      )
    }
  }

  private static let onOwnMachine = [
    "What you enter is in one file in your own folder on this device, readable by you alone.",
    "This page is served by this device to itself. It loads nothing from anywhere else: no fonts, "
      + "no scripts, no pictures.",
    "Your browser keeps a copy of the pages you opened, so that the app opens without a "
      + "connection. Clearing the browser's data for this address removes that copy, and nothing "
      + "else.",
  ]

  private static let onServer = [
    "What you enter is on this server, and on the devices that you link to your account. No other "
      + "person who uses the server sees it unless you share it with them.",
    "Whoever runs the server could read it. A sealed account, which is made on a device of your own, "
      + "cannot be read by them; it is used on your devices and not on these pages.",
    "These pages load nothing from anywhere else: no fonts, no scripts, no pictures.",
    "Your browser keeps a copy of the pages you opened, so that the app opens without a "
      + "connection. Signing out removes that copy, and what was waiting to be sent.",
  ]

  private static func kept(at place: ShellPlace, _ context: PageContext) -> HTML {
    let facts = place == .server ? onServer : onOwnMachine
    let never =
      context.product.policies.allowsTelemetry
      ? [] : ["\(context.product.title) counts nothing and reports nothing, to anyone."]
    return HTML.card(
      "What is kept",
      """
      <p>\(context.say(place.keeping))</p>\
      <ul class="stack">\(each: facts + never, { "<li>\($0)</li>" })</ul>
      """
    )
  }

  private static func yours(at place: ShellPlace) -> HTML {
    let last =
      place == .server ? "or complete as JSON" : "complete as JSON, or as a backup to go back to"
    let words = place == .server ? "Import, export" : "Import, export, backup"
    return HTML.card(
      "It is yours",
      """
      <p>Take it with you whenever you like: as a file for a spreadsheet or a calendar, \(last).</p>\
      <p>\(HTML.link(DataPage.path, words, style: "button"))</p>
      """
    )
  }
}
