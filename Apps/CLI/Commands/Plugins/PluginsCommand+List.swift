import ArgumentParser
import Commands
import Core
import LocalApp
import Plugins
import Presentation
import Runtime
import Terminal

extension PluginsCommand {
  struct List: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "List the parts of this product, and why each is loaded."
    )

    @OptionGroup var global: GlobalOptions

    func run() async throws {
      guard let app = Launch.current as? CommandLineApp else { return }
      try await app.withSpace { space in
        let context = try await space.commandContext(
          screen: app.screen(plain: global.plain),
          format: global.format
        )
        let items = await space.runtime.moduleStatuses().map { status in
          Item(status.manifest, failures: status.failures, app)
        }
        let absent = Absent.all(app)
        try context.show(
          Document(
            product: app.product.name,
            kernel: KernelVersion.current.description,
            items: items,
            absent: absent
          )
        ) { [List.table(items)] + absent.map { Paragraph(verbatim: $0.sentence) } }
      }
    }

    private static func table(_ items: [Item]) -> Table {
      Table(
        [
          .init("Module"), .init("Version", isOptional: true),
          .init("What it gives", fit: .wraps, minimumWidth: 20),
          .init("Why", fit: .wraps, minimumWidth: 16, isOptional: true),
        ],
        rows: items.map {
          [
            Text($0.name, .bold), Text($0.version, .muted), Text($0.summary),
            Text($0.reason, .muted),
          ]
        }
      )
    }

    private struct Document: Encodable {
      let product: String
      let kernel: String
      let items: [Item]
      let absent: [Absent]
    }

    private struct Item: Encodable {
      let name: String
      let version: String
      let summary: String
      let needs: [String]
      let reason: String
      let facts: [String]
      let requests: [String]
      let failures: Int
      /// The library that contains it; nil for a part of Trellis.
      let library: String?

      init(_ manifest: Manifest, failures: Int, _ app: CommandLineApp) {
        name = manifest.name
        version = manifest.version
        summary = manifest.summary
        needs = manifest.needs
        library = app.plugins.plugins.first { $0.name == manifest.name }?.installed.path
        reason = Item.reason(manifest.name, isPlugin: library != nil, app.product)
        facts = manifest.owns.map { $0.name }
        requests = manifest.answers.map { $0.name }
        self.failures = failures
      }

      private static func reason(_ name: String, isPlugin: Bool, _ product: Product) -> String {
        let part = isPlugin ? "a plugin that you added" : "part of \(product.title)"
        let dependents = product.modules.map { $0.manifest }
          .filter { $0.needs.contains(name) }.map(\.name)
        guard !dependents.isEmpty else { return part }
        return "\(part); \(dependents.joined(separator: " and ")) "
          + (dependents.count == 1 ? "needs it" : "need it")
      }
    }

    /// A plugin in the folder that is not part of this run.
    private struct Absent: Encodable {
      let name: String
      let reason: String
      let sentence: String

      static func all(_ app: CommandLineApp) -> [Absent] {
        let refused = zip(app.plugins.refusals, app.plugins.warnings).map { refused, warning in
          Absent(name: refused.name, reason: refused.refusal.description, sentence: warning)
        }
        let elsewhere = app.plugins.plugins.compactMap { plugin -> Absent? in
          guard let reason = plugin.absences[app.product.name] else { return nil }
          return Absent(
            name: plugin.name,
            reason: reason,
            sentence: "The plugin \(plugin.name) is not part of \(app.product.title). \(reason)"
          )
        }
        return refused + elsewhere
      }
    }
  }
}
