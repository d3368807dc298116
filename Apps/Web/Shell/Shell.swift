import Core
import Pages
import Presentation
import Products
import ProfileContract

/// The part of the web app that belongs to no module: first visit, settings, privacy, data.
///
/// It contributes like a module, so that no other code has to know its pages.
enum ShellPresentation: PagePresentation {
  static let module = "shell"
  static let phrases = ShellPhrases.all

  static let pages = [
    SettingsPage.page(at: .ownMachine), PrivacyPage.page(at: .ownMachine),
    DataPage.page(at: .ownMachine), ImportPage.page, WelcomePage.page(at: .ownMachine),
    OfflinePage.page,
  ]
  static let actions = SettingsPage.actions + DataPage.actions + WelcomePage.actions
  static let downloads = DataPage.exports + [DataPage.backup]
}

/// The same for the people of a server, who have neither its storage nor its settings.
enum MemberShellPresentation: PagePresentation {
  static let module = "shell"
  static let phrases = ShellPhrases.all

  static let pages = [
    SettingsPage.page(at: .server), PrivacyPage.page(at: .server), DataPage.page(at: .server),
    ImportPage.page, WelcomePage.page(at: .server), OfflinePage.page,
  ]
  static let actions =
    SettingsPage.actions + DataPage.actions + WelcomePage.actions + [ZoneAction.action]
  static let downloads = DataPage.exports
}

/// The parts of the shell that the server needs.
enum Shell {
  /// Everything that a product shows: the contributions of its modules and of the shell.
  ///
  /// - Parameters:
  ///   - pages: pages of the server itself.
  ///   - actions: forms of the server itself.
  ///   - cards: what the server itself adds to pages of modules.
  static func contributions(
    _ presentations: [any PagePresentation.Type],
    for product: Product,
    at place: ShellPlace = .ownMachine,
    pages: [Page] = [],
    _ actions: [FormAction] = [],
    cards: [Card] = []
  ) -> Contributions {
    let shell: any PagePresentation.Type =
      place == .server ? MemberShellPresentation.self : ShellPresentation.self
    return Contributions(
      presentations + [shell],
      for: product,
      shell: pages,
      actions: actions,
      cards: cards
    )
  }

  /// Files generated for the product, which are identical for all clients.
  static func files(for product: Product, _ contributions: Contributions) throws -> [ProductFile] {
    let pages =
      ChartStyles.rules + RefusedForm.styles + contributions.pageStyles(for: product.theme)
    let theme = ThemeSheet(
      product.theme,
      rules: contributions.styles(for: product.theme),
      pages: pages
    )
    let manifest = WebManifest(product) { Assets.all.path(of: $0) }
    let sheets = styles(.home, theme.css) + styles(.others, pages)
    let description = ProductFile(
      "/manifest.webmanifest",
      try JSON.encode(manifest),
      contentType: "application/manifest+json"
    )
    return sheets + [description]
  }

  /// The sheets of a part for each appearance; the rules are made lean once for all of them.
  private static func styles(_ part: SheetName.Part, _ rules: String) -> [ProductFile] {
    let lean = Assets.lean(rules, isStyle: true)
    return Appearance.allCases.map { appearance in
      let rules =
        appearance == .system ? lean : ThemeSheet.settled(lean, isDark: appearance == .dark)
      return ProductFile(
        "/\(SheetName(part, appearance).file)",
        Array(rules.utf8),
        contentType: "text/css; charset=utf-8"
      )
    }
  }
}
