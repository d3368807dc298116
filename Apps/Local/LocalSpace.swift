import Core
import Pages
import Presentation
import Products
import Runtime
import SQLiteJournal

/// The one space of this device, open: what the apps on a person's own machine work in.
public struct LocalSpace: Sendable {
  public let home: Home
  public let product: Product
  public let journal: SQLiteJournal
  public let runtime: Runtime
  public let id: SpaceID

  /// Opens the space in `home`, making it when there is none.
  ///
  /// - Throws: ``DomainError``, `JournalError` or `HostError`, all with words for a person.
  public static func open(_ home: Home, as product: Product) async throws -> LocalSpace {
    try Zone.selfTest()
    let journal = try openJournal(in: home)
    let device = try await journal.device()
    let runtime = try Runtime(
      modules: product.modules,
      journal: journal,
      device: device,
      policies: product.policies,
      clock: try Home.clock(),
      hostZone: Zone.system()
    )
    let id = try await space(of: journal)
    return LocalSpace(home: home, product: product, journal: journal, runtime: runtime, id: id)
  }

  /// Opens the journal in `home`; blocks while it does.
  public static func openJournal(in home: Home) throws -> SQLiteJournal {
    try home.create()
    return try SQLiteJournal(path: home.journal)
  }

  /// The space that a journal of this device holds.
  ///
  /// A new one is named after the device, so that two programs that start at the same moment name
  /// it alike.
  public static func space(of journal: SQLiteJournal) async throws -> SpaceID {
    if let space = try await journal.spaces().first { return space }
    let device = try await journal.device()
    return SpaceID(rawValue: UInt128(device.rawValue) << 64 | UInt128(device.rawValue))
  }

  /// The way in for the parts of the program itself; whoever owns the home asks.
  public var runtimeClient: RuntimeClient { runtime.client(for: .owner, in: id) }

  /// The way in for commands and pages, which may also work with the storage as a whole.
  public var client: any SpaceClient {
    LocalClient(client: runtimeClient, runtime: runtime, journal: journal, folder: home.path)
  }

  /// What a page works with, as of now.
  public func pageContext() async throws -> PageContext {
    PageContext(
      product: product,
      settings: settings,
      now: try Home.clock().now(),
      calendar: try await runtimeClient.ask(CurrentCalendar()),
      space: client
    )
  }

  /// What the modules of the product let a person set.
  public var settings: [Setting] {
    ProductCatalog.presentations(of: product).flatMap { $0.settings }
  }

  /// Keeps what was learnt for the next start.
  public func close() async { await runtime.close() }
}
