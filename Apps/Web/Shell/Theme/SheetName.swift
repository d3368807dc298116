import ProfileContract

/// One of the style sheets that are generated for a product.
struct SheetName: Sendable {
  /// The pages that need it.
  enum Part: String {
    /// All pages.
    case home = "theme"
    /// All but the home page.
    case others = "theme-pages"
  }

  let part: Part
  let appearance: Appearance

  init(_ part: Part, _ appearance: Appearance = .system) {
    (self.part, self.appearance) = (part, appearance)
  }

  /// The file's name: `theme.css`, `theme-pages-dark.css`.
  var file: String {
    appearance == .system ? "\(part.rawValue).css" : "\(part.rawValue)-\(appearance.rawValue).css"
  }
}
