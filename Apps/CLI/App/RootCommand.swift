import AppSupport
import ArgumentParser
import Commands
import Core
import LocalApp
import Presentation
import Products
import SocialContract
import Terminal

/// `trellis`: the commands of the product's modules, and those of the app itself.
struct RootCommand: AsyncParsableCommand {
  /// The only command that the arguments can mean; nil for all of them.
  ///
  /// Inspecting the options of all commands would take a tenth of a run's time.
  @TaskLocal private static var asked: (any ParsableCommand.Type)?

  private static let ofEveryHome: [any ParsableCommand.Type] = [
    InitCommand.self, SettingsCommand.self, ImportCommand.self, ExportCommand.self,
    BackupCommand.self, RestoreCommand.self, EraseCommand.self, VerifyCommand.self,
    DoctorCommand.self, DaemonCommand.self, OnCommand.self,
  ]
  private static let underTheHood: [any ParsableCommand.Type] = [
    PluginsCommand.self, BusCommand.self, CallCommand.self, MCPCommand.self,
    KeepCopiesCommand.self, RunHooksCommand.self,
  ]

  /// The commands about the home as a whole.
  private static func ofTheApp(_ product: Product) -> [any ParsableCommand.Type] {
    ofEveryHome + (product.policies.offersAccounts ? [SyncCommand.self] : [])
  }

  /// The commands about friends, of a product that has accounts, friends and something to share.
  private static func ofFriends(_ product: Product) -> [any ParsableCommand.Type] {
    guard product.policies.offersAccounts, product.policies.offersFriends,
      product.answers(AllShared.self)
    else { return [] }
    return [FriendsCommand.self, FeedCommand.self, PostCommand.self, ReactCommand.self]
  }

  private static func ofModules(_ product: Product) -> [any ParsableCommand.Type] {
    // Each on its own: casting the array would look up all conformances of the program, for each
    // command, which took a tenth of a run's time.
    ProductCatalog.commands(of: product).map { $0 as any ParsableCommand.Type }
  }

  /// Returns all commands of `product`.
  static func commands(of product: Product) -> [any ParsableCommand.Type] {
    ofModules(product) + ofFriends(product) + ofTheApp(product) + underTheHood
  }

  /// The products whose commands are described: all in a completion script and a man page, which
  /// are installed for everybody, unless one is asked for.
  private static var described: [Product] {
    let isForAll = CommandLine.arguments.contains {
      $0.hasPrefix("--generate-completion-script") || $0 == "--experimental-dump-help"
    }
    if isForAll, Home.variable("TRELLIS_PRODUCT") == nil { return ProductCatalog.products }
    return [Launch.current?.product ?? ProductCatalog.products[0]]
  }

  /// The commands of several lists, the first of each name.
  private static func named(_ lists: [[any ParsableCommand.Type]]) -> [any ParsableCommand.Type] {
    var names: Set<String> = []
    return lists.joined().filter { names.insert($0._commandName).inserted }
  }

  /// Parses the arguments, and explains commands that are not available.
  ///
  /// Asynchronous, since completing a title asks the space.
  static func read(
    _ arguments: [String],
    in product: Product
  ) async throws -> any ParsableCommand {
    let asked = commandAsked(by: arguments, in: product)
    if asked == nil { try UnavailableCommand.refuse(arguments, in: product) }
    // Completion passes words that are not finished.
    let marked =
      arguments.first == "---completion" ? arguments : DashedTitles.marked(arguments)
    return try await $asked.withValue(asked) {
      do {
        return try await asyncParseAsRoot(marked)
      } catch {
        guard let asked, !exitCode(for: error).isSuccess else { throw error }
        if let refusal = refusal(of: arguments, by: asked, message(for: error)) { throw refusal }
        throw error
      }
    }
  }

  /// What is said instead of the parser's message; nil if that says it best.
  private static func refusal(
    of arguments: [String],
    by command: any ParsableCommand.Type,
    _ message: String
  ) -> ValidationError? {
    let path = "trellis \(command._commandName)"
    let rest = Array(arguments.dropFirst())
    return MisspelledCommand.refusal(of: rest, below: command, called: path, message)
      ?? UnquotedTitle.refusal(of: arguments, of: command, message)
  }

  /// Nil if the arguments ask for help, for completions or for no command, which need all commands.
  static func commandAsked(
    by arguments: [String],
    in product: Product
  ) -> (any ParsableCommand.Type)? {
    let looksAtAll = arguments.contains {
      $0 == "-h" || $0.hasPrefix("--help") || $0.contains("complet")
    }
    guard let first = arguments.first, !looksAtAll else { return nil }
    return commands(of: product).first { $0.configuration.commandName == first }
  }

  static var configuration: CommandConfiguration {
    if let asked {
      return CommandConfiguration(
        commandName: "trellis",
        version: AppVersion.current,
        subcommands: [asked]
      )
    }
    let products = described
    let isOne = products.count == 1
    let modules = named(products.map(ofModules))
    let social = named(products.map(ofFriends))
    let habits =
      modules.contains { $0.configuration.commandName == "add" }
      ? "Habits are named by their title, the beginning of it, or their id. " : ""
    let unless =
      products.contains(where: \.policies.offersAccounts)
      ? " unless you link it to a server: trellis sync" : ""
    let friends =
      social.isEmpty ? [] : [CommandGroup(name: "Your friends", subcommands: social)]
    return CommandConfiguration(
      commandName: "trellis",
      abstract: isOne
        ? "\(products[0].title): \(products[0].summary)"
        : "A habit tracker, as one of: \(products.map(\.title).joined(separator: ", ")).",
      discussion: """
        \(habits)Without a command you see your day. Everything stays on this device\(unless).
        """,
      version: AppVersion.current,
      groupedSubcommands: [
        CommandGroup(name: "Your days", subcommands: modules)
      ] + friends + [
        CommandGroup(name: "Your space", subcommands: named(products.map(ofTheApp))),
        CommandGroup(name: "Under the hood", subcommands: underTheHood),
      ]
    )
  }

  @OptionGroup var global: GlobalOptions

  /// Shows the day, or welcomes a new user.
  func run() async throws {
    guard let app = Launch.current as? CommandLineApp else { return }
    let arguments = (global.json ? ["--json"] : []) + (global.plain ? ["--plain"] : [])
    if app.home.isNew, !global.json, Dialog.isPossible {
      return try await Welcome(app: app, plain: global.plain).run()
    }
    let names = ProductCatalog.commands(of: app.product).compactMap { $0.configuration.commandName }
    // A product without custom habits opens with its first command.
    let first = names.contains("today") ? "today" : names.first ?? "help"
    var today = try await RootCommand.read([first] + arguments, in: app.product)
    if var command = today as? any AsyncParsableCommand {
      try await command.run()
    } else {
      try today.run()
    }
  }
}
