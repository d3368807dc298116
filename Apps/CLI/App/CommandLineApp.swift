import CommandKit
import Core
import Glibc
import Journals
import Products
import Runtime
import SQLiteJournal
import TelemetryContract

/// Opens a person's space for the commands of one run.
struct CommandLineApp: Launcher {
  static let version = "0.1.0"

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
    try await withSpace { runtime, space in
      let session = try await session(options, runtime, space)
      let echoes = Catalog.surfaces(of: product).flatMap { $0.echoes }
      let hearing = await Hearing(echoes, on: runtime)
      try await body(session)
      let heard = await hearing.heard
      // What was done is done: an echo that cannot be shown does not make the command fail.
      try? await session.show(echoes, of: heard)
      await TerminalNotices(runtime: runtime, session: session, isEchoed: !heard.isEmpty).tell()
    }
  }

  /// Opens the space, and closes it again so that what was learnt is kept for the next run.
  func withSpace(_ body: (Runtime, SpaceID) async throws -> Void) async throws {
    try Zone.selfTest()
    let journal = try openJournal()
    let runtime = try await Runtime.start(
      modules: product.modules,
      journal: journal,
      policies: product.policies,
      clock: try CommandLineApp.clock(),
      hostZone: Zone.system()
    )
    let space = try CommandLineApp.space(of: journal)
    let uses = await FeatureUses.follow(runtime, product, home)
    do {
      try await TelemetryPort.$current.withValue(uses?.port) { try await body(runtime, space) }
    } catch {
      await runtime.close()
      throw error
    }
    await uses?.keep(runtime, space)
    await runtime.close()
  }

  func openJournal() throws -> SQLiteJournal {
    try home.create()
    return try SQLiteJournal(path: home.journal)
  }

  /// The one space of this device.
  ///
  /// A new one is named after the device, so that two programs that start at the same moment name
  /// it alike.
  static func space(of journal: SQLiteJournal) throws -> SpaceID {
    if let space = try journal.spaces().first { return space }
    let device = try journal.device()
    return SpaceID(rawValue: UInt128(device.rawValue) << 64 | UInt128(device.rawValue))
  }

  func session(
    _ options: GlobalOptions,
    _ runtime: Runtime,
    _ space: SpaceID
  ) async throws -> Session {
    Session(
      product: product,
      settings: Catalog.surfaces(of: product).flatMap { $0.settings },
      now: try CommandLineApp.clock().now(),
      calendar: try await runtime.ask(CurrentCalendar(), in: space),
      screen: screen(plain: options.plain),
      format: options.format,
      door: RuntimeDoor(runtime: runtime, space: space, folder: home.path)
    )
  }

  func screen(plain: Bool) -> Screen {
    Screen(TerminalProfile.detect(plain: plain), theme: product.theme)
  }

  /// The system's clock, or the instant in `TRELLIS_NOW`.
  static func clock() throws -> any WallClock {
    guard let text = Home.variable("TRELLIS_NOW") else { return SystemClock() }
    guard let instant = Instant(rfc3339: text) else {
      throw Refusal(
        "bad-now",
        "TRELLIS_NOW is “\(text)”, which is not an instant such as 2026-03-29T08:30:00+02:00. "
          + "Nothing was changed."
      )
    }
    return FixedClock(instant)
  }
}

/// Asks the runtime of this process.
private struct RuntimeDoor: SpaceDoor {
  let runtime: Runtime
  let space: SpaceID
  let folder: String

  func ask<Q: Query>(_ query: Q) async throws -> Q.Reply { try await runtime.ask(query, in: space) }

  func send<C: Command>(_ command: C) async throws -> C.Reply {
    try await runtime.send(command, to: space)
  }

  func watch(_ body: (any ChangeFeed) async throws -> Void) async throws {
    let feed = try await FolderFeed.open(folder, runtime, space)
    do {
      try await body(feed)
    } catch {
      await feed.close()
      throw error
    }
    await feed.close()
  }
}
