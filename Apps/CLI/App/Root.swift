import ArgumentParser
import CommandKit
import Core
import LocalApp
import Products

/// `trellis`: the commands of the product's modules, and those of the app itself.
struct Root: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    let product = Launch.current?.product ?? Catalog.products[0]
    let modules = Catalog.commands(of: product)
    let named =
      modules.contains { $0._commandName == "add" }
      ? "Habits are named by their title, the beginning of it, or their id. " : ""
    return CommandConfiguration(
      commandName: "trellis",
      abstract: "\(product.title): \(product.summary)",
      discussion: """
        \(named)Without a command you see your day. Everything stays on this device.
        """,
      version: AppVersion.current,
      groupedSubcommands: [
        CommandGroup(name: "Your days", subcommands: modules),
        CommandGroup(
          name: "Your space",
          subcommands: [
            Init.self, Settings.self, Import.self, Export.self, Backup.self, Restore.self,
            Verify.self, DaemonCommand.self,
          ]
        ),
        CommandGroup(
          name: "Under the hood",
          subcommands: [Plugins.self, BusCommand.self, Call.self]
        ),
      ]
    )
  }

  @OptionGroup var global: GlobalOptions

  /// Shows the day, or greets someone who is here for the first time.
  func run() async throws {
    guard let app = Launch.current as? CommandLineApp else { return }
    let arguments = (global.json ? ["--json"] : []) + (global.plain ? ["--plain"] : [])
    if app.home.isNew, !global.json, Dialog.isPossible {
      return try await Welcome(app: app, plain: global.plain).run()
    }
    let names = Catalog.commands(of: app.product).map { $0._commandName }
    // A product without habits of one's own opens with the first thing it is for.
    let first = names.contains("today") ? "today" : names.first ?? "help"
    var today = try Root.parseAsRoot([first] + arguments)
    if var command = today as? any AsyncParsableCommand {
      try await command.run()
    } else {
      try today.run()
    }
  }
}
