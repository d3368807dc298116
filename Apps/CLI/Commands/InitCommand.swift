import ArgumentParser
import Commands
import Core
import LocalApp
import Presentation
import Products
import ProfileContract
import Terminal

struct InitCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init",
    abstract: "Choose a product, your name and your time zone.",
    discussion: "You can run it again at any time: everything you entered stays."
  )

  @Option(
    help: ArgumentHelp("One of: \(ProductCatalog.products.map(\.name).joined(separator: ", ")).")
  )
  var product: String?

  @Option(help: "The name you are greeted by.")
  var name: String?

  @Option(help: "Such as Europe/Vienna, or auto to follow this machine.")
  var timeZone: String?

  @OptionGroup var global: GlobalOptions

  func run() async throws {
    guard let old = Launch.current as? CommandLineApp else { return }
    let chosen = try product.map { try Home.product(named: $0) } ?? old.product
    let app = CommandLineApp(home: old.home, product: chosen, plugins: old.plugins)
    // All input is validated and saved before the choice of product.
    try await app.withContext(global) { context in
      if let name { try await context.send(SetDisplayName(displayName: name)) }
      if let timeZone {
        try await context.send(SetPreference(preference: .timeZone, value: timeZone))
      }
      try app.home.choose(chosen)
      let profile = try await context.ask(CurrentProfile())
      try context.show(Document(chosen, profile, app.home)) {
        [Paragraph(Text(InitCommand.words(chosen, profile, app.home)))]
      }
    }
  }

  private static func words(_ product: Product, _ profile: ProfileView, _ home: Home) -> String {
    let name = profile.displayName.isEmpty ? "" : ", \(profile.displayName)"
    return "Welcome to \(product.title)\(name). Your data is in \(home.path) and nowhere else. "
      + "Begin with: \(ProductCatalog.firstStep(of: product))"
  }

  private struct Document: Encodable {
    let product: String
    let displayName: String
    let timeZone: String
    let home: String

    init(_ product: Product, _ profile: ProfileView, _ home: Home) {
      self.product = product.name
      displayName = profile.displayName
      timeZone = profile.calendar.zone.identifier
      self.home = home.path
    }
  }
}
