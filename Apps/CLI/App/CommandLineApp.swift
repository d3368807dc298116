import CommandKit
import Core
import LocalApp
import Products
import RemindersContract
import Runtime
import SQLiteJournal
import TelemetryContract

/// Opens a person's space for the commands of one run.
struct CommandLineApp: Launcher {
  let home: Home
  let product: Product

  static func make() throws -> CommandLineApp {
    let home = try Home.find()
    return CommandLineApp(home: home, product: try home.product())
  }

  func withSession(
    _ options: GlobalOptions,
    _ body: (Session) async throws -> Void
  ) async throws {
    try await withSpace { space in
      let screen = screen(plain: options.plain)
      let session = try await space.session(screen: screen, format: options.format)
      let echoes = Catalog.surfaces(of: product).flatMap { $0.echoes }
      let hearing = await Hearing(echoes, on: space.runtime)
      let daemon = DaemonLock.holder(of: home)
      let channels = NoticeChannels(
        isAwake: daemon != nil,
        reachesDesktop: daemon?.notices == .desktop
      )
      try await NoticeChannels.$current.withValue(channels) { try await body(session) }
      let heard = await hearing.heard
      // What was done is done: an echo that cannot be shown does not make the command fail.
      try? await session.show(echoes, of: heard)
      let notices = TerminalNotices(
        home: home,
        runtime: space.runtime,
        session: session,
        isEchoed: !heard.isEmpty
      )
      await NoticeChannels.$current.withValue(channels) { await notices.tell() }
    }
  }

  /// Opens the space, and closes it again so that what was learnt is kept for the next run.
  func withSpace(_ body: (LocalSpace) async throws -> Void) async throws {
    let space = try await LocalSpace.open(home, as: product)
    let uses = await FeatureUses.follow(space.runtime, product, home)
    do {
      try await TelemetryPort.$current.withValue(uses?.port) { try await body(space) }
    } catch {
      await space.close()
      throw error
    }
    await uses?.keep(space.runtime, space.id)
    await space.close()
  }

  func openJournal() throws -> SQLiteJournal { try LocalSpace.openJournal(in: home) }

  func screen(plain: Bool) -> Screen {
    Screen(TerminalProfile.detect(plain: plain), theme: product.theme)
  }
}
