import Core
import Pages
import Presentation
import Products
import Testing

@testable import Web

@Suite struct AssetTests {
  private static let scripts = ["app.js", "extras.js", "grids.js", "sw.js", "today.js"]

  private func bytes(_ name: String) throws -> [UInt8] {
    try #require(Assets.all.bytes(of: name), "there is no \(name)")
  }

  private func text(_ name: String) throws -> String {
    String(decoding: try bytes(name), as: UTF8.self)
  }

  @Test func `the files stay within their budget`() throws {
    #expect(try bytes("app.css").count < 22_000)
    #expect(try bytes("app.js").count < 12_000)
    // It is loaded after the page, and shows notices too.
    #expect(try bytes("sw.js").count < 12_000)
  }

  @Test(arguments: ProductCatalog.products.map(\.name))
  func `every product has its pictures`(name: String) throws {
    #expect(try text("\(name).svg").hasPrefix("<svg"))
    for size in [192, 512] {
      let png = try bytes("\(name)-\(size).png")
      #expect(png.starts(with: [0x89, 0x50, 0x4E, 0x47]))
      // IHDR: the width is at byte 16.
      #expect(png.count > 20 && Int(png[18]) << 8 | Int(png[19]) == size)
      #expect(png.count < 9_000)
    }
  }

  @Test func `scripts need nothing that the policy forbids`() throws {
    for name in Self.scripts {
      for word in ["eval(", "new Function", "http://", "https://", ".style.", "setAttribute(\"on"] {
        let script = try text(name).replacing("http://www.w3.org/2000/svg", with: "")
        #expect(!script.contains(word), "\(name): \(word)")
      }
    }
    #expect(try !text("app.css").contains("url("))
    #expect(try !text("app.css").contains("@import"))
  }

  @Test func `no text of a script goes over the end of a line`() throws {
    for name in Self.scripts {
      for line in try text(name).split(separator: "\n") {
        #expect(line.count { $0 == "`" } % 2 == 0, "\(name): \(line)")
        #expect(!line.hasPrefix("//"))
      }
    }
  }

  @Test func `rules use only colors that the theme has`() throws {
    let names = Set(Shades(.standard, isDark: false).all.map(\.name))
    let shapes: Set = [
      "radius", "radius-s", "space", "nav", "width", "text", "display", "display-weight",
      "tracking", "shadow", "mono", "sign-done", "ground", "ornament", "fill", "on-fill",
    ]
    let sheets = ["app", "plain", "garden", "dusk", "ember"]
    let rules = try sheets.map { try text("\($0).css") }.joined()
    for piece in rules.split(separator: "var(--").dropFirst() {
      let name = String(piece.prefix { $0 != ")" && $0 != "," })
      #expect(names.contains(name) || shapes.contains(name), "\(name)")
    }
  }

  @Test func `the setting for less motion reaches what no list of selectors can hold`() throws {
    let rules = try text("app.css").replacing("\n", with: "")
    for part in ["*", "::before", "::after"] {
      #expect(rules.contains("[data-motion=reduced] \(part)"), "\(part)")
    }
    // A list in ":is()" drops pseudo-elements without a word.
    for list in rules.split(separator: ":is(").dropFirst() {
      #expect(!list.prefix { $0 != ")" }.contains("::"), "\(list.prefix(60))")
    }
  }

  @Test(arguments: ProductCatalog.products.map(\.name))
  func `a product can be installed under its own name`(name: String) throws {
    let product = try #require(ProductCatalog.product(named: name))
    let manifest = WebManifest(product) { "/assets/0/\($0)" }
    #expect(manifest.name == product.title)
    #expect(manifest.icons.contains { $0.sizes == "512x512" && $0.purpose.contains("maskable") })
    #expect(manifest.icons.contains { $0.sizes == "192x192" })
    let json = String(decoding: try JSON.encode(manifest), as: UTF8.self)
    #expect(json.contains("\"start_url\":\"/\""))
    #expect(json.contains("\"display\":\"standalone\""))
  }
}
