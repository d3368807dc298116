import Core
import Presentation
import Products
import Testing

@testable import Web

@Suite struct ThemeTests {
  private static let themes =
    ProductCatalog.products.map(\.theme) + [Theme.standard]
    + [0x000000, 0xFFFFFF, 0xFFFF00, 0x0000FF, 0x7A4FBF].map {
      Theme(name: "#\($0)", accent: RGB(hex: $0))
    }
  private static let all = themes.flatMap { theme in
    [Shades(theme, isDark: false), Shades(theme, isDark: true)]
  }

  private func color(_ name: String, _ shades: Shades) -> RGB {
    shades.all.first { $0.name == name }?.color ?? RGB(128, 128, 128)
  }

  @Test(arguments: all.indices)
  func `words can be read on every ground`(index: Int) {
    let shades = Self.all[index]
    for ground in shades.grounds {
      for name in [
        "ink", "muted", "accent", "done", "skipped", "protected", "missed", "warning",
        "danger",
      ] {
        let contrast = color(name, shades).contrast(with: ground)
        #expect(contrast >= 4.5, "\(shades.theme.name): \(name), \(contrast)")
      }
    }
    #expect(shades.accent.contrast(with: shades.accentSoft) >= 4.5)
    #expect(shades.ink.contrast(with: shades.accentSoft) >= 4.5)
  }

  @Test(arguments: all.indices)
  func `words can be read on everything that is filled`(index: Int) {
    let shades = Self.all[index]
    #expect(shades.onAccent.contrast(with: shades.accentFill) >= 4.5)
    for name in ["done", "skipped", "protected", "missed", "warning", "danger"] {
      #expect(color("on-\(name)", shades).contrast(with: color(name, shades)) >= 4.5)
    }
    for shade in 0...10 {
      let contrast = color("on-shade-\(shade)", shades)
        .contrast(with: color("shade-\(shade)", shades))
      #expect(contrast >= 4.5, "\(shades.theme.name): shade \(shade), \(contrast)")
    }
  }

  @Test(arguments: all.indices)
  func `signs, edges and fills can be found on page and card`(index: Int) {
    let shades = Self.all[index]
    for ground in [shades.page, shades.surface] {
      for color in [shades.accentFill, shades.edge] + shades.states.map(\.color) {
        #expect(color.contrast(with: ground) >= 3, "\(shades.theme.name): \(color.css)")
      }
    }
  }

  @Test(arguments: all.indices)
  func `more is always further from the ground than less`(index: Int) {
    let shades = Self.all[index]
    let heat = (0...4).map { color("heat-\($0)", shades).contrast(with: shades.surface) }
    #expect(heat == heat.sorted(), "\(shades.theme.name): \(heat)")
  }

  @Test(arguments: themes.indices)
  func `a sheet has every color that the rules use, once in light and once in dark`(index: Int) {
    let css = ThemeSheet(Self.themes[index], rules: ".x{color:var(--shade-10)}").css
    for name in ["page", "surface", "ink", "accent-fill", "heat-4", "shade-10", "on-done"] {
      #expect(css.split(separator: "--\(name):#").count == 3, "\(name)")
    }
    #expect(!css.contains("--shade-9:"))
    #expect(css.contains(".x{"))
    #expect(css.contains("--sign-done:url(\"data:image/svg+xml,%3Csvg"))
    #expect(!css.contains("<"))
  }

  @Test(arguments: themes.indices)
  func `every color that a sheet names is there, also of the background`(index: Int) {
    let css = ThemeSheet(Self.themes[index], rules: "").css
    let names = Shades(Self.themes[index], isDark: false).all.map(\.name)
    for name in names where css.contains("var(--\(name))") {
      #expect(css.contains("--\(name):"), "\(Self.themes[index].name): \(name)")
    }
  }

  @Test func `products look different`() {
    let sheets = Set(ProductCatalog.products.map { ThemeSheet($0.theme, rules: "").css })
    #expect(sheets.count == ProductCatalog.products.count)
  }

  @Test(arguments: ProductCatalog.products.map(\.name))
  func `pages that are always light or dark do not ask what the system is`(name: String) throws {
    let product = try #require(ProductCatalog.product(named: name))
    let presentations = ProductCatalog.pagePresentations(of: product)
    let files = try Shell.files(for: product, Shell.contributions(presentations, for: product))
    func sheet(_ name: String) throws -> String {
      let file = try #require(files.first { $0.path == "/\(name).css" })
      return String(decoding: file.bytes, as: UTF8.self)
    }
    for part in ["theme", "theme-pages"] {
      let (system, light) = (try sheet(part), try sheet("\(part)-light"))
      let dark = try sheet("\(part)-dark")
      #expect(![light, dark].contains { $0.contains("prefers-color-scheme") })
      for sheet in [system, light, dark] {
        #expect(sheet.count { $0 == "{" } == sheet.count { $0 == "}" })
      }
      #expect(light.contains("color-scheme:light"))
      #expect(dark.contains("@media screen{:root{color-scheme:dark}}"), "paper stays white")
      #expect(!system.contains("prefers-color-scheme") || dark.count > light.count)
    }
    let page = Shades(product.theme, isDark: true).page.css
    #expect(try !sheet("theme-light").contains("--page:\(page)"))
    #expect(try sheet("theme-dark").contains("@media screen{:root{--page:\(page)"))
  }
}
