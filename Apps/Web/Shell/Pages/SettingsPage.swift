import Core
import Pages
import Presentation
import Products

/// All settings, as contributed by the modules.
enum SettingsPage {
  static let path = "/settings"

  static func page(at place: ShellPlace) -> Page {
    Page(path, tab: Tab(ShellPhrases.settings, icon: .settings, order: 90)) { request in
      let cards = try await request.cards(in: .settings)
      let others = try await plain(request)
      return PageContent(
        title: request.context.say(ShellPhrases.settings),
        body: """
          \(HTML.header(request.context.say(ShellPhrases.settings)))\
          <div class="columns">\(cards)\(others)\(links(at: place, request))</div>
          """
      )
    }
  }

  static let actions = [
    FormAction("shell.set") { fields, context in
      let key = try fields.required("key")
      guard let setting = context.settings.first(where: { $0.key == key }) else {
        throw DomainError(
          "unknown-setting",
          "\(context.product.title) has no setting “\(key)”. Nothing was changed."
        )
      }
      // A browser sends nothing for a switch that is off.
      let value = fields.text("value") ?? (setting.isSwitch ? "off" : "")
      try await DomainError.checking("value") { try await setting.write(context, value) }
      return .done("Saved: \(key) is now \(try await setting.read(context)).")
    }
  ]

  /// The link back from the pages below this one.
  static func way(back request: PageRequest) -> HTML {
    HTML.wayBack(path, request.context.say(ShellPhrases.settings))
  }

  /// Settings without a card of their own: of the home, and of modules such as plugins.
  private static func plain(_ request: PageRequest) async throws -> HTML {
    var rows: [HTML] = []
    for setting in unseen(request.context) {
      let value = try await setting.read(request.context)
      rows.append(row(setting, value, request))
    }
    return rows.isEmpty ? .empty : HTML.card("More", HTML.list(rows))
  }

  private static func unseen(_ context: PageContext) -> [Setting] {
    let seen = ProductCatalog.presentations(of: context.product).filter { presentation in
      let cards = (presentation as? any PagePresentation.Type)?.cards ?? []
      return cards.contains { $0.slot == .settings || $0.slot == .privacy }
    }
    .flatMap { $0.settings.map(\.key) }
    return context.settings.filter { !seen.contains($0.key) }
  }

  private static func row(_ setting: Setting, _ value: String, _ request: PageRequest) -> HTML {
    request.form(
      "shell.set",
      fields: [("key", setting.key)],
      class: "stack",
      savesItself: setting.isSwitch,
      "\(field(setting, value))<p>\(HTML.submit("Save", about: setting.label))</p>"
    )
  }

  private static func field(_ setting: Setting, _ value: String) -> HTML {
    let label = setting.label
    if setting.isSwitch {
      let isOn = value == "on"
      return HTML.checkbox(label: label, name: "value", isOn: isOn, hint: setting.summary)
    }
    return HTML.field(
      label: label,
      name: "value",
      value: value,
      hint: "\(setting.summary) May be: \(setting.values).",
      attributes: [("autocomplete", "off")]
    )
  }

  /// The link to the account, if there can be one.
  private static func account(_ request: PageRequest) -> HTML? {
    guard AccountPage.isOffered(request) else { return nil }
    return HTML.link(AccountPage.path, "Your account", style: "button")
  }

  private static func links(at place: ShellPlace, _ request: PageRequest) -> HTML {
    HTML.card(
      request.context.say(ShellPhrases.privacy),
      """
      <p>\(request.context.say(place.keeping))</p>\
      <div class="cluster">\(place == .server ? ofMember(request) : ofOwner(request))</div>
      """
    )
  }

  private static func ofOwner(_ request: PageRequest) -> HTML {
    """
    \(account(request))\(HTML.link(PrivacyPage.path, "What is kept", style: "button"))\
    \(HTML.link(DataPage.path, "Import, export, backup", style: "button"))\
    \(HTML.link(CalendarPage.path, "Your calendar program", style: "button"))\
    \(HTML.link(BrowsersPage.path, "Signed-in browsers", style: "button"))\
    \(BrowsersPage.signOut(request))
    """
  }

  private static func ofMember(_ request: PageRequest) -> HTML {
    """
    \(HTML.link(MemberPages.account, "Account and devices", style: "button"))\
    \(HTML.link(PrivacyPage.path, "What is kept", style: "button"))\
    \(HTML.link(DataPage.path, "Import, export", style: "button"))\
    \(MemberPages.signOutButton(request.formToken))
    """
  }
}

extension Setting {
  fileprivate var label: String { key.prefix(1).uppercased() + key.dropFirst() }
}
