import Core
import Presentation

/// The information that a browser needs to install the app.
///
/// Source: W3C, "Web Application Manifest".
struct WebManifest: Encodable, Sendable {
  struct Icon: Encodable, Sendable {
    let src: String
    let sizes: String
    let type: String
    let purpose: String
  }

  enum CodingKeys: String, CodingKey {
    case id, name, description, display, lang, icons, scope
    case shortName = "short_name"
    case backgroundColor = "background_color"
    case themeColor = "theme_color"
    case startURL = "start_url"
  }

  let id: String
  let name: String
  let shortName: String
  let description: String
  let backgroundColor: String
  let themeColor: String
  let icons: [Icon]
  let display = "standalone"
  let lang = "en"
  let scope = "/"
  let startURL = "/"

  /// - Parameter path: returns the URL of a file of the app.
  init(_ product: Product, path: (String) -> String) {
    let page = product.theme.look.light.page.css
    id = "/?product=\(product.name)"
    name = product.title
    shortName = product.title
    description = product.summary
    backgroundColor = page
    themeColor = page
    icons = [
      Icon(src: path("\(product.name).svg"), sizes: "any", type: "image/svg+xml", purpose: "any"),
      Icon(
        src: path("\(product.name)-192.png"),
        sizes: "192x192",
        type: "image/png",
        purpose: "any"
      ),
      // Full bleed, with nothing outside the circle to which systems may crop it.
      Icon(
        src: path("\(product.name)-512.png"),
        sizes: "512x512",
        type: "image/png",
        purpose: "any maskable"
      ),
    ]
  }
}
