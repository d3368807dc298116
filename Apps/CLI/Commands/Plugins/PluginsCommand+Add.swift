import ArgumentParser
import Commands
import Core
import LocalApp
import Plugins
import Presentation
import Terminal

extension PluginsCommand {
  struct Add: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Add a plugin, after showing what it will read and say.",
      discussion: """
        Give the plugin's library, or the folder in which it was built. An older version of the same \
        plugin is replaced.

        Example:
          trellis plugins add ../mood
        """
    )

    @Argument(help: "The library, or the folder of its package.", completion: .file())
    var path: String

    @Flag(name: [.long, .short], help: "Do not ask.")
    var yes = false

    @OptionGroup var global: GlobalOptions

    func run() async throws {
      guard let app = Launch.current as? CommandLineApp else { return }
      let library = try PluginInstaller.library(at: path)
      let plugin = try await PluginInspection.describe(library)
      guard try isConfirmed(plugin, library, app) else {
        let document = Document(added: false, plugin: plugin)
        return try CommandOutput.print(document, "Nothing was added.", global, app)
      }
      try app.home.create()
      try PluginInstaller(app.plugins.folder).add(library, named: plugin.name)
      try CommandOutput.print(
        Document(added: true, plugin: plugin),
        Add.words(plugin, app.product) + PluginsCommand.restart(app.home),
        global,
        app
      )
    }

    private static func words(_ plugin: PluginDescription, _ product: Product) -> String {
      let added = "\(plugin.name) \(plugin.version) is added"
      if let reason = plugin.absences[product.name] {
        return "\(added), but is not part of \(product.title). \(reason)"
      }
      return "\(added)." + (plugin.commands.first.map { " Begin with:  trellis \($0)" } ?? "")
    }

    private func isConfirmed(
      _ plugin: PluginDescription,
      _ library: String,
      _ app: CommandLineApp
    ) throws -> Bool {
      guard !yes else { return true }
      guard global.format == .text, Dialog.isPossible else {
        throw DomainError(
          "needs-confirmation",
          "\(library) holds \(plugin.name) \(plugin.version): \(plugin.summary) A plugin can do "
            + "whatever you can. Nothing was changed: if you trust it, add --yes"
        )
      }
      var output = Output()
      for view in PluginViews.introduction(plugin) {
        output.print(app.screen(plain: global.plain).draw(view))
      }
      output.flushOrExit()
      return Dialog.confirm(to: "Add it?")
    }

    private struct Document: Encodable {
      let added: Bool
      let plugin: PluginDescription
    }
  }

  struct Remove: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Take a plugin out; what you entered with it stays.",
      discussion: """
        Its entries stay in your history, in backups and on other devices, and are there again when \
        you add it again.
        """
    )

    @Argument(help: "The name of the plugin.", completion: .plugins)
    var name: String

    @OptionGroup var global: GlobalOptions

    func run() async throws {
      guard let app = Launch.current as? CommandLineApp else { return }
      try PluginInstaller(app.plugins.folder).remove(name)
      try CommandOutput.print(
        ["removed": name],
        "\(name) is removed; what you entered with it stays.\(PluginsCommand.restart(app.home))",
        global,
        app
      )
    }
  }

  struct Allow: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Let a plugin run again that was switched off."
    )

    @Argument(help: "The name of the plugin.", completion: .plugins)
    var name: String

    @OptionGroup var global: GlobalOptions

    func run() async throws {
      guard let app = Launch.current as? CommandLineApp else { return }
      try PluginInstaller(app.plugins.folder).plugin(named: name).allow()
      try CommandOutput.print(
        ["allowed": name],
        "\(name) runs again.\(PluginsCommand.restart(app.home))",
        global,
        app
      )
    }
  }
}
