import Core

/// What a command works with: the person's space, the product, the clock and the screen.
public struct Session: Sendable {
  public let product: Product
  /// What the modules of the product contribute.
  public let settings: [Setting]
  public let now: Instant
  public let calendar: LocalCalendar
  public let screen: Screen
  public let format: OutputFormat
  let door: any SpaceDoor

  public init(
    product: Product,
    settings: [Setting],
    now: Instant,
    calendar: LocalCalendar,
    screen: Screen,
    format: OutputFormat,
    door: any SpaceDoor
  ) {
    self.product = product
    self.settings = settings
    self.now = now
    self.calendar = calendar
    self.screen = screen
    self.format = format
    self.door = door
  }

  /// The person's local day.
  public var today: Day { calendar.day(at: now) }

  /// Asks a question of whichever module answers it.
  public func ask<Q: Query>(_ query: Q) async throws -> Q.Reply { try await door.ask(query) }

  /// Asks a question if any loaded module answers it, else returns nil.
  public func askIfAnswered<Q: Query>(_ query: Q) async throws -> Q.Reply? {
    let isAnswered = product.modules.contains { module in
      module.manifest.answers.contains { $0 == Q.self }
    }
    return isAnswered ? try await door.ask(query) : nil
  }

  /// Gives an order; returns once it is on disk.
  @discardableResult
  public func send<C: Command>(_ command: C) async throws -> C.Reply {
    try await door.send(command)
  }

  /// The words of the product for `phrase`; they change from day to day.
  public func say(_ phrase: Phrase, _ values: [String: String] = [:]) -> String {
    product.voice.say(phrase, turn: today.number, values)
  }

  /// Everything that was ever entered, as one JSON document: what ``adopt(_:)`` takes.
  public func archive() async throws -> [UInt8] { try await door.archive() }

  /// Takes over what an archive holds; what is here already stays as it is.
  ///
  /// - Throws: a ``Refusal`` for what is no archive or not whole; nothing was taken over then.
  public func adopt(_ archive: [UInt8]) async throws -> AdoptedArchive {
    try await door.adopt(archive)
  }

  /// A copy of the whole storage as one file, which `trellis restore` goes back to.
  public func backup() async throws -> [UInt8] { try await door.backup() }

  /// Prints a document for programs, or `views` for a person.
  public func show(_ document: some Encodable, _ views: () -> [any View]) throws {
    var output = Output()
    switch format {
    case .json: output.print(try JSON.pretty(document) + "\n")
    case .text: for view in views() { output.print(screen.draw(view)) }
    }
    output.flushOrExit()
  }
}

/// How a command answers.
public enum OutputFormat: Sendable, Equatable {
  /// For a person, on whatever screen there is.
  case text
  /// One stable JSON document.
  case json
}

/// The way into one space, wherever its modules run.
public protocol SpaceDoor: Sendable {
  func ask<Q: Query>(_ query: Q) async throws -> Q.Reply
  func send<C: Command>(_ command: C) async throws -> C.Reply
  func watch(_ body: (any ChangeFeed) async throws -> Void) async throws
  func archive() async throws -> [UInt8]
  func adopt(_ archive: [UInt8]) async throws -> AdoptedArchive
  func backup() async throws -> [UInt8]
}

extension SpaceDoor {
  public func archive() async throws -> [UInt8] { throw elsewhere }
  public func adopt(_ archive: [UInt8]) async throws -> AdoptedArchive { throw elsewhere }
  public func backup() async throws -> [UInt8] { throw elsewhere }

  private var elsewhere: Refusal {
    Refusal(
      "not-here",
      "The storage itself cannot be reached from here. Nothing was changed: use `trellis export`, "
        + "`trellis import` or `trellis backup` on the device that keeps it."
    )
  }
}

/// What came of taking over an archive.
public struct AdoptedArchive: Sendable, Equatable {
  /// How many entries it holds.
  public let entries: Int
  /// How many of them were not here before.
  public let added: Int

  public init(entries: Int, added: Int) {
    self.entries = entries
    self.added = added
  }
}
