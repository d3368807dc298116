import CommandKit
import Core
import PageKit
import Products

/// Everything that can be chosen, as the modules bring it.
enum SettingsPage {
  static let path = "/settings"

  static let page = Page(path, tab: Tab(ShellPhrases.settings, icon: .settings, order: 90)) {
    visit in
    let cards = try await visit.cards(in: .settings)
    let others = try await plain(visit)
    return PageContent(
      title: visit.session.say(ShellPhrases.settings),
      body: """
        \(HTML.header(visit.session.say(ShellPhrases.settings)))\
        <div class="columns">\(cards)\(others)\(links(visit))</div>
        """
    )
  }

  static let actions = [
    FormAction("shell.set") { fields, session in
      let key = try fields.required("key")
      guard let setting = session.settings.first(where: { $0.key == key }) else {
        throw Refusal(
          "unknown-setting",
          "\(session.product.title) has no setting “\(key)”. Nothing was changed."
        )
      }
      try await setting.write(session, fields.text("value") ?? "")
      return .done("Kept: \(key) is now \(try await setting.read(session)).")
    }
  ]

  /// The way back from the pages below this one.
  static func way(back visit: Visit) -> HTML {
    let words = visit.session.say(ShellPhrases.settings)
    return "<p class=\"way-back\"><a href=\"\(path)\">\(Icon.back.html)\(words)</a></p>"
  }

  /// Settings of modules that bring no card of their own, such as those of plugins.
  private static func plain(_ visit: Visit) async throws -> HTML {
    var rows: [HTML] = []
    for setting in unseen(visit.session.product) {
      let value = try await setting.read(visit.session)
      rows.append(row(setting, value, visit))
    }
    return rows.isEmpty ? .empty : HTML.card("More", HTML.list(rows))
  }

  private static func unseen(_ product: Product) -> [Setting] {
    Catalog.surfaces(of: product).filter { surface in
      let cards = (surface as? any WebSurface.Type)?.cards ?? []
      return !cards.contains { $0.slot == .settings || $0.slot == .privacy }
    }
    .flatMap { $0.settings }
  }

  private static func row(_ setting: Setting, _ value: String, _ visit: Visit) -> HTML {
    visit.form(
      "shell.set",
      fields: [("key", setting.key)],
      class: "stack",
      """
      \(HTML.field(
        label: setting.key,
        name: "value",
        value: value,
        hint: "\(setting.summary) May be: \(setting.values).",
        attributes: [("autocomplete", "off")]
      ))<p><button class="button">Keep</button></p>
      """
    )
  }

  private static func links(_ visit: Visit) -> HTML {
    HTML.card(
      visit.session.say(ShellPhrases.privacy),
      """
      <p>\(visit.session.say(ShellPhrases.staysHere))</p>\
      <div class="cluster">\(HTML.link(PrivacyPage.path, "What is kept", style: "button"))\
      \(HTML.link(DataPage.path, "Import, export, backup", style: "button"))</div>
      """
    )
  }
}
