import ArgumentParser
import Commands
import Core
import LocalApp
import Presentation
import Products
import ProfileContract
import Runtime
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
    // Refused before the name is kept.
    if let timeZone, timeZone.lowercased() != "auto" { _ = try Zone(identifier: timeZone) }
    // All input is validated and saved before the choice of product.
    try await app.withOpenSpace(global) { space, context in
      let isNew = try await space.runtimeClient.position().sequence == 0
      if let name { try await context.send(SetDisplayName(displayName: name)) }
      if let timeZone {
        try await context.send(SetPreference(preference: .timeZone, value: timeZone))
      }
      try app.home.choose(chosen)
      let profile = try await context.ask(CurrentProfile())
      try context.show(Document(chosen, profile, app.home)) {
        let words =
          isNew
          ? InitCommand.welcome(chosen, profile, app.home)
          : InitCommand.change(to: chosen, profile, app.home)
        return [Paragraph(Text(words))]
      }
    }
  }

  private static func welcome(_ product: Product, _ profile: ProfileView, _ home: Home) -> String {
    "Welcome to \(product.title)\(address(profile)). Your data is in \(home.path) and nowhere else. "
      + "Begin with: \(ProductCatalog.firstStep(of: product))"
  }

  /// What is said of a home in which something has been entered before.
  private static func change(
    to product: Product,
    _ profile: ProfileView,
    _ home: Home
  ) -> String {
    "This is \(product.title) now\(address(profile)). Everything you entered stays in \(home.path). "
      + "Go on with: trellis"
  }

  private static func address(_ profile: ProfileView) -> String {
    profile.displayName.isEmpty ? "" : ", \(profile.displayName)"
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
