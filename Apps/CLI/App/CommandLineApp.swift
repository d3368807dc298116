import Commands
import Core
import Journals
import LocalApp
import Plugins
import Presentation
import Products
import RemindersContract
import Runtime
import SQLiteJournal
import SocialContract
import TelemetryContract
import Terminal

/// Opens a person's space for the commands of one run.
struct CommandLineApp: Launcher {
  let home: Home
  let product: Product
  let plugins: LoadedPlugins

  static func make() throws -> CommandLineApp {
    let home = try Home.find()
    PluginFiles.use(home: home.path)
    // First, since plugins add to the products.
    let plugins = PluginLoader.load(PluginFolder(of: home.path))
    return CommandLineApp(home: home, product: try home.product(), plugins: plugins)
  }

  func withContext(
    _ options: GlobalOptions,
    _ body: (CommandContext) async throws -> Void
  ) async throws {
    try await withOpenSpace(options) { _, context in try await body(context) }
  }

  /// Opens the space with the context of a command, for one that needs both.
  func withOpenSpace(
    _ options: GlobalOptions,
    _ body: (LocalSpace, CommandContext) async throws -> Void
  ) async throws {
    for warning in plugins.warnings { CommandOutput.warn(warning) }
    let port = FeatureUses.port(for: product, home)
    var today: Day?
    try await TelemetryPort.$current.withValue(port) {
      try await withSpace { space in
        let (space, start) = try await begin(space)
        FeatureUses.watchFaults(of: .trellis, port, start.telemetry)
        let context = try space.commandContext(
          screen: screen(plain: options.plain),
          format: options.format,
          calendar: start.calendar
        )
        let daemon = DaemonLock.holder(of: home)
        // A daemon makes the copies itself.
        today = daemon == nil ? context.today : nil
        let channels = NoticeChannels(
          isAwake: daemon != nil,
          reachesDesktop: daemon?.notices == .desktop
        )
        try await NoticeChannels.$current.withValue(channels) {
          try await body(space, context)
          await FriendsReach.$current.withValue(reach) { await showSignals(context, space.runtime) }
        }
        if let port { await keepUses(of: context, port, start.telemetry) }
      }
    }
    if let today { HomeCopies(home).startIfDue(on: today, CommandOutput.warn) }
  }

  /// Whether what happens here can be shown to friends.
  private var reach: FriendsReach {
    let account = (try? home.sync.loadAccount()) ?? nil
    return FriendsReach(isThere: account.map { !$0.isSealed } ?? false)
  }

  /// Opens the space, or its readable part, for a command that needs nothing else.
  func withReadableSpace(_ body: (LocalSpace) async throws -> Void) async throws {
    try await withSpace { try await body(try await begin($0).0) }
  }

  /// Returns the person's calendar, for a command that needs no more of the space than its dates.
  func calendar() async throws -> LocalCalendar {
    var calendar = LocalCalendar(zone: Zone.system())
    try await withReadableSpace { calendar = try await $0.runtimeClient.ask(CurrentCalendar()) }
    return calendar
  }

  /// The data that a command needs from a space when it starts.
  private struct Start: Sendable {
    let calendar: LocalCalendar
    let telemetry: TelemetryStatus.Reply?

    init(of space: LocalSpace) async throws {
      // In one run.
      (calendar, telemetry) = try await space.runtimeClient.run { space in
        (try space.ask(CurrentCalendar()), try space.askIfAvailable(TelemetryStatus()))
      }.reply
    }
  }

  /// Reads the space, or its readable part.
  private func begin(_ space: LocalSpace) async throws -> (LocalSpace, Start) {
    do {
      return (space, try await Start(of: space))
    } catch let damage as JournalError where damage.code == .damaged {
      guard !plugins.haveCaused(damage) else { throw damage }
      let part = try await space.readablePart(after: damage)
      guard let start = try? await Start(of: part) else { throw damage }
      CommandOutput.warn(
        "What follows lacks entries that cannot be read, and nothing can be saved before they are "
          + "mended. To see what is wrong, type: trellis doctor"
      )
      return (part, start)
    }
  }

  private func keepUses(
    of context: CommandContext,
    _ port: TelemetryPort,
    _ status: TelemetryStatus.Reply?
  ) async {
    let used = context.signals.all(of: FeatureUsed.self)
    // A command about telemetry itself may have changed the status.
    let isAboutItself = used.contains { $0.feature.hasPrefix("telemetry.") }
    await FeatureUses.keep(used, port, status: isAboutItself ? nil : status, context.space)
  }

  /// Shows the signals of the command, and gives notices that are due.
  private func showSignals(_ context: CommandContext, _ runtime: Runtime) async {
    // The command has run, so an error while showing its signals does not make it fail.
    try? await context.present(ProductCatalog.presentations(of: product).flatMap { $0.presenters })
    await TerminalNotices(home: home, runtime: runtime, context: context).show()
  }

  /// Opens the space, and closes it afterwards so that snapshots are saved for the next run.
  func withSpace(_ body: (LocalSpace) async throws -> Void) async throws {
    let hooked = HookedEvents(of: home)
    let space = try await LocalSpace.open(home, as: product, live: hooked.observer)
    do {
      try await body(space)
    } catch {
      await hooked.handOver(from: space)
      await space.close()
      throw plugins.blamed(for: error)
    }
    await hooked.handOver(from: space)
    await space.close()
  }

  /// Whether nothing was entered in the home, and no product was chosen for it.
  ///
  /// A command that only looked has made its journal.
  func isUnused() async throws -> Bool {
    guard !home.isNew else { return true }
    guard !home.hasChosen else { return false }
    var isEmpty = false
    try await withSpace { isEmpty = try await $0.runtimeClient.position().sequence == 0 }
    return isEmpty
  }

  func openJournal() throws -> SQLiteJournal { try LocalSpace.openJournal(in: home) }

  func screen(plain: Bool) -> Screen {
    Screen(TerminalProfile.detect(plain: plain), theme: product.theme)
  }
}
