import Commands
import Core
import LocalApp
import Presentation
import Products
import RemindersContract
import Runtime
import SQLiteJournal
import TelemetryContract
import Terminal

/// Opens a person's space for the commands of one run.
struct CommandLineApp: Launcher {
  let home: Home
  let product: Product

  static func make() throws -> CommandLineApp {
    let home = try Home.find()
    return CommandLineApp(home: home, product: try home.product())
  }

  func withContext(
    _ options: GlobalOptions,
    _ body: (CommandContext) async throws -> Void
  ) async throws {
    let port = FeatureUses.port(for: product, home)
    var today: Day?
    try await TelemetryPort.$current.withValue(port) {
      try await withSpace { space in
        // The calendar and the telemetry status, in one run.
        let start = try await space.runtimeClient.run { space in
          (
            calendar: try space.ask(CurrentCalendar()),
            telemetry: try space.askIfAvailable(TelemetryStatus())
          )
        }.reply
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
          try await body(context)
          await tell(context, space.runtime)
        }
        if let port { await keepUses(of: context, port, start.telemetry) }
      }
    }
    if let today { HomeCopies(home).startIfDue(on: today) }
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
  private func tell(_ context: CommandContext, _ runtime: Runtime) async {
    // The command has run, so an error while showing its signals does not make it fail.
    try? await context.present(ProductCatalog.presentations(of: product).flatMap { $0.presenters })
    await TerminalNotices(home: home, runtime: runtime, context: context).tell()
  }

  /// Opens the space, and closes it afterwards so that snapshots are saved for the next run.
  func withSpace(_ body: (LocalSpace) async throws -> Void) async throws {
    let space = try await LocalSpace.open(home, as: product)
    do {
      try await body(space)
    } catch {
      await space.close()
      throw error
    }
    await space.close()
  }

  func openJournal() throws -> SQLiteJournal { try LocalSpace.openJournal(in: home) }

  func screen(plain: Bool) -> Screen {
    Screen(TerminalProfile.detect(plain: plain), theme: product.theme)
  }
}
