import Core
import Pages
import Presentation
import Products

/// The part of the web app that belongs to no module: first visit, settings, privacy, data.
///
/// It contributes like a module, so that no other code has to know its pages.
enum ShellPresentation: PagePresentation {
  static let module = "shell"
  static let phrases = ShellPhrases.all

  static let pages = [
    SettingsPage.page, PrivacyPage.page, DataPage.page, WelcomePage.page, OfflinePage.page,
  ]
  static let actions = SettingsPage.actions + DataPage.actions + WelcomePage.actions
  static let downloads = DataPage.downloads
}

/// What the server needs from the shell.
enum Shell {
  /// Everything that a product shows: the contributions of its modules and of the shell.
  ///
  /// - Parameters:
  ///   - pages: pages of the server itself.
  ///   - actions: forms of the server itself.
  static func contributions(
    _ presentations: [any PagePresentation.Type],
    for product: Product,
    pages: [Page] = [],
    _ actions: [FormAction] = []
  ) -> Contributions {
    Contributions(
      presentations + [ShellPresentation.self],
      for: product,
      shell: pages,
      actions: actions
    )
  }

  /// Files generated for the product, which are identical for all clients.
  static func files(for product: Product, _ contributions: Contributions) throws -> [SharedFile] {
    let rules = contributions.styles(for: product.theme)
    let theme = Assets.lean(ThemeSheet(product.theme, rules: rules).css, isStyle: true)
    let manifest = WebManifest(product) { Assets.all.path(of: $0) }
    return [
      SharedFile("/theme.css", Array(theme.utf8), contentType: "text/css; charset=utf-8"),
      SharedFile(
        "/manifest.webmanifest",
        try JSON.encode(manifest),
        contentType: "application/manifest+json"
      ),
    ]
  }
}
