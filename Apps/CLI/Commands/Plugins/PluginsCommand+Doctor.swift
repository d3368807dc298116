import ArgumentParser
import Commands
import Core
import Plugins
import Presentation
import Terminal

extension PluginsCommand {
  struct Doctor: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Look at each plugin, and say what is wrong and what to do.",
      discussion: "The exit status is 1 if anything is wrong."
    )

    @OptionGroup var global: GlobalOptions

    func run() async throws {
      guard let app = Launch.current as? CommandLineApp else { return }
      var items: [Item] = []
      for plugin in app.plugins.folder.plugins { items.append(await item(plugin, app)) }
      let views: [any View] =
        items.isEmpty
        ? [Paragraph(verbatim: "There are no plugins in \(app.plugins.folder.path).")]
        : items.map { Paragraph(Text($0.name, .bold) + Text(": \($0.words)"), hanging: 2) }
      try CommandOutput.print(
        Document(folder: app.plugins.folder.path, items: items),
        views,
        global,
        app
      )
      guard items.allSatisfy(\.works) else { throw ExitCode.failure }
    }

    private func item(_ plugin: InstalledPlugin, _ app: CommandLineApp) async -> Item {
      do {
        let description = try await PluginInspection.describe(plugin.path)
        if let reason = plugin.offReason {
          return Item(
            plugin,
            "\(description.version), off because it \(reason). If you have a better version of it, "
              + "add that; to let this one run again:  trellis plugins allow \(plugin.name)"
          )
        }
        if let refusal = app.plugins.refusals.first(where: { $0.name == plugin.name }) {
          return Item(plugin, refusal.refusal.description)
        }
        let loaded = app.plugins.plugins.first { $0.name == plugin.name }
        if let reason = loaded?.absences[app.product.name] {
          return Item(plugin, "\(description.version), not in \(app.product.title). \(reason)")
        }
        return Item(plugin, "\(description.version), works.", works: true)
      } catch {
        let off = plugin.offReason.map { "off because it \($0). " } ?? ""
        return Item(plugin, "\(off)\(error)")
      }
    }

    private struct Item: Encodable {
      let name: String
      let path: String
      let works: Bool
      let words: String

      init(_ plugin: InstalledPlugin, _ words: String, works: Bool = false) {
        name = plugin.name
        path = plugin.path
        self.words = words
        self.works = works
      }
    }

    private struct Document: Encodable {
      let folder: String
      let items: [Item]
    }
  }
}
