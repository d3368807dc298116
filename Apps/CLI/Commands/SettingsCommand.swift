import ArgumentParser
import Commands
import Core
import Presentation
import Terminal

struct SettingsCommand: TrellisCommand {
  static let configuration = CommandConfiguration(
    commandName: "settings",
    abstract: "See or change your preferences.",
    discussion: """
      Example:
        trellis settings week-start sunday
      """
  )

  @Argument(help: "The preference; without one all are listed.")
  var key: String?

  @Argument(help: "Its new value.")
  var value: String?

  @Option(
    parsing: .unconditional,
    help: "The day from which week-start holds: today, or an earlier one to mend the past.",
    transform: DayArgument.read
  )
  var from: DayArgument?

  @OptionGroup var global: GlobalOptions

  func validate() throws {
    guard from == nil || value != nil else {
      throw ValidationError(
        "Say what holds from that day: trellis settings week-start sunday --from DAY"
      )
    }
  }

  func run(in context: CommandContext) async throws {
    guard let key else { return try await show(context.settings, in: context) }
    guard let setting = context.settings.first(where: { $0.key == key }) else {
      let keys = context.settings.map(\.key).joined(separator: ", ")
      throw DomainError(
        "unknown-setting",
        "\(context.product.title) has no setting “\(key)”. Nothing was changed. There are: \(keys)."
      )
    }
    if let value { try await set(setting, value, in: context) }
    try await show([setting], in: context)
  }

  private func set(_ setting: Setting, _ value: String, in context: CommandContext) async throws {
    guard let from else { return try await setting.write(context, value) }
    guard let write = setting.writeFrom else {
      throw DomainError(
        "not-dated",
        "“\(setting.key)” holds from now on. Nothing was changed: leave out --from."
      )
    }
    try await write(context, value, from.day(today: context.today))
  }

  private func show(_ settings: [Setting], in context: CommandContext) async throws {
    var items: [Item] = []
    for setting in settings {
      items.append(
        Item(
          key: setting.key,
          value: try await setting.read(context),
          values: setting.values,
          summary: setting.summary
        )
      )
    }
    let rows = items
    try context.show(Document(items: rows)) { [SettingsCommand.table(rows)] }
  }

  private static func table(_ items: [Item]) -> Table {
    Table(
      [
        .init("Setting"), .init("Is"),
        .init("May be", fit: .wraps, minimumWidth: 14, isOptional: true),
        .init("What it does", fit: .wraps, minimumWidth: 20, isOptional: true),
      ],
      rows: items.map {
        [
          Text($0.key), Text($0.value, .accent), Text($0.values, .muted), Text($0.summary),
        ]
      }
    )
  }

  private struct Document: Encodable { let items: [Item] }

  private struct Item: Encodable {
    let key: String
    let value: String
    let values: String
    let summary: String
  }
}
