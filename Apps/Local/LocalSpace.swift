import Bus
import Core
import Engine
import FileSystem
import Journals
import Loop
import Pages
import Presentation
import Products
import Runtime
import SQLiteJournal

/// The only space of this device, open for the apps on a person's own machine.
public struct LocalSpace: Sendable {
  public let home: Home
  public let product: Product
  public let journal: SQLiteJournal
  /// The file of the journal when it was opened.
  private let file: FileIdentity?
  /// Says whether the history in the journal is what was written.
  let chains: RecentVerification
  public let runtime: Runtime
  public let id: SpaceID

  /// Opens the space in `home`, creating it if there is none.
  ///
  /// - Parameters:
  ///   - live: observes the events of this process.
  ///   - passesOver: whether an entry that cannot be read is left out; nil if none is.
  /// - Throws: ``DomainError``, `JournalError` or `HostError`, all with messages for a person.
  public static func open(
    _ home: Home,
    as product: Product,
    live: LiveObserver? = nil,
    passesOver: FactReaders.PassesOver? = nil
  ) async throws -> LocalSpace {
    try Zone.selfTest()
    let journal = try openJournal(in: home)
    let file = FileIdentity(at: home.journal)
    return LocalSpace(
      home: home,
      product: product,
      journal: journal,
      file: file,
      chains: RecentVerification(journal, clock: try Home.clock()),
      runtime: try await runtime(
        product,
        over: journal,
        device: try await journal.device(),
        live: live,
        passesOver: passesOver
      ),
      id: try await space(of: journal)
    )
  }

  private static func runtime(
    _ product: Product,
    over journal: any Journal,
    device: DeviceID,
    live: LiveObserver? = nil,
    passesOver: FactReaders.PassesOver? = nil
  ) async throws -> Runtime {
    try Runtime(
      modules: product.modules,
      journal: journal,
      device: device,
      policies: product.policies,
      clock: try Home.clock(),
      hostZone: Zone.system(),
      live: live,
      passesOver: passesOver
    )
  }

  /// The same space without the entries that cannot be read.
  ///
  /// - Parameter damage: the error with which reading them failed, which every write will throw.
  public func readablePart(after damage: JournalError) async throws -> LocalSpace {
    let part = ReadablePart(
      journal: journal,
      isReadable: try LocalSpace.factCheck(for: product),
      damage: damage
    )
    let runtime = try await LocalSpace.runtime(
      product,
      over: part,
      device: try await journal.device()
    )
    return LocalSpace(
      home: home,
      product: product,
      journal: journal,
      file: file,
      chains: chains,
      runtime: runtime,
      id: id
    )
  }

  /// Opens the journal in `home`; blocks the calling thread.
  public static func openJournal(in home: Home) throws -> SQLiteJournal {
    try home.create()
    return try SQLiteJournal(path: home.journal)
  }

  /// Whether the home still has the journal that was opened, and not that of a restore or none.
  public var isCurrent: Bool { FileIdentity(at: home.journal) == file }

  /// Returns a function that says whether a product's modules can read a fact.
  ///
  /// Facts that none of them knows count as readable: they are kept and skipped.
  ///
  /// - Parameter plugins: the names of modules whose facts count as readable in any case: what a
  ///   plugin cannot read is no damage.
  public static func factCheck(
    for product: Product,
    except plugins: Set<String> = []
  ) throws -> @Sendable (FactRecord) -> Bool {
    let readers = try factReaders(for: product)
    return { record in
      plugins.contains(String(record.kind.prefix { $0 != "." }))
        || (try? readers.merging([record])) != nil
    }
  }

  /// The readers of the facts that a product's modules know.
  public static func factReaders(for product: Product) throws -> FactReaders {
    try ModuleSet(product.modules, on: Bus()).readers
  }

  /// The space in a journal of this device.
  ///
  /// A new space is named after the device, so that two programs that start at the same moment
  /// choose the same name.
  public static func space(of journal: SQLiteJournal) async throws -> SpaceID {
    if let space = try await journal.spaces().first { return space }
    let device = try await journal.device()
    return SpaceID(rawValue: UInt128(device.rawValue) << 64 | UInt128(device.rawValue))
  }

  /// Calls `body` for every event of that type that this device makes, once it is on disk.
  ///
  /// Events of other devices are omitted, since they were shown there.
  @LoopActor
  public func observeOwn<E: Event>(
    _ event: E.Type,
    as label: String,
    _ body: @escaping @LoopActor (E) throws -> Void
  ) -> Subscription {
    // The identity is read for each event: a device whose identity was copied takes on another.
    runtime.observe(event, as: label) { [id, weak runtime] committed in
      guard committed.space == id, committed.stamp.device == runtime?.device else { return }
      try body(committed.event)
    }
  }

  /// The client for the program itself, which acts as the owner.
  public var runtimeClient: RuntimeClient { runtime.client(for: .owner, in: id) }

  /// The client for commands and pages, which can also access the storage as a whole.
  public var client: any SpaceClient { client(claiming: nil) }

  private func client(claiming claim: Claim?) -> any SpaceClient {
    LocalClient(
      client: claim.map(runtimeClient.claiming) ?? runtimeClient,
      runtime: runtime,
      journal: journal,
      chains: chains,
      home: home,
      product: product
    )
  }

  /// The current context of a page.
  ///
  /// - Parameter claim: when the person made the request, if it arrived later.
  public func pageContext(claiming claim: Claim? = nil) async throws -> PageContext {
    let now = try Home.clock().now()
    return PageContext(
      product: product,
      settings: settings,
      now: claim?.instant(receivedAt: now) ?? now,
      calendar: try await runtimeClient.ask(CurrentCalendar()),
      space: client(claiming: claim)
    )
  }

  /// The settings of the product's modules, and those of the home.
  public var settings: [Setting] {
    ProductCatalog.presentations(of: product).flatMap { $0.settings(for: product) } + [
      HomeCopies(home).setting
    ]
  }

  /// Saves snapshots for the next start, and closes the space.
  public func close() async { await runtime.close() }
}
