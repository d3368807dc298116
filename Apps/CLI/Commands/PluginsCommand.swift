import ArgumentParser
import Commands
import Core
import LocalApp
import Presentation
import Runtime
import Terminal

struct PluginsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plugins",
    abstract: "What this product is made of, and why each part is loaded."
  )

  @OptionGroup var global: GlobalOptions

  func run() async throws {
    guard let app = Launch.current as? CommandLineApp else { return }
    try await app.withSpace { space in
      let context = try await space.commandContext(
        screen: app.screen(plain: global.plain),
        format: global.format
      )
      let items = await space.runtime.plugins().map { status in
        Item(status.manifest, failures: status.failures, product: app.product)
      }
      try context.show(
        Document(
          product: app.product.name,
          kernel: KernelVersion.current.description,
          items: items
        )
      ) { [PluginsCommand.table(items)] }
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
          Text($0.name, .bold), Text($0.version, .muted), Text($0.summary), Text($0.reason, .muted),
        ]
      }
    )
  }

  private struct Document: Encodable {
    let product: String
    let kernel: String
    let items: [Item]
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

    init(_ manifest: Manifest, failures: Int, product: Product) {
      name = manifest.name
      version = manifest.version
      summary = manifest.summary
      needs = manifest.needs
      let dependents = product.modules.map { $0.manifest }
        .filter { $0.needs.contains(manifest.name) }.map(\.name)
      reason =
        dependents.isEmpty
        ? "part of \(product.title)"
        : "part of \(product.title); \(dependents.joined(separator: " and ")) "
          + (dependents.count == 1 ? "needs it" : "need it")
      facts = manifest.owns.map { $0.name }
      requests = manifest.answers.map { $0.name }
      self.failures = failures
    }
  }
}
