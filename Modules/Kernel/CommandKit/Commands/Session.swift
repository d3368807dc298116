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
  /// The way into the person's space.
  public let space: any SpaceClient
  /// What the orders of this session have reached so far.
  public let signals: SignalLog

  public init(
    product: Product,
    settings: [Setting],
    now: Instant,
    calendar: LocalCalendar,
    screen: Screen,
    format: OutputFormat,
    space: any SpaceClient,
    signals: SignalLog = SignalLog()
  ) {
    self.product = product
    self.settings = settings
    self.now = now
    self.calendar = calendar
    self.screen = screen
    self.format = format
    self.space = space
    self.signals = signals
  }

  /// The person's local day.
  public var today: Day { calendar.day(at: now) }

  /// Asks a question of whichever module answers it.
  public func ask<Q: Query>(_ query: Q) async throws -> Q.Reply { try await space.ask(query) }

  /// Asks a question if any loaded module answers it, else returns nil.
  public func askIfAnswered<Q: Query>(_ query: Q) async throws -> Q.Reply? {
    answers(Q.self) ? try await space.ask(query) : nil
  }

  /// Whether any loaded module answers `query`.
  public func answers<Q: Query>(_ query: Q.Type) -> Bool {
    product.modules.contains { module in module.manifest.answers.contains { $0 == Q.self } }
  }

  /// Gives an order; returns once it is on disk.
  @discardableResult
  public func send<C: Command>(_ command: C) async throws -> C.Reply {
    let outcome = try await space.send(command)
    signals.add(outcome.signals)
    return outcome.reply
  }

  /// Asks and orders several things in one go.
  @discardableResult
  public func run<Answer: Sendable>(
    _ body: @escaping @Sendable (any SpaceScope) throws -> Answer
  ) async throws -> Answer {
    let outcome = try await space.run(body)
    signals.add(outcome.signals)
    return outcome.reply
  }

  /// Takes over what an archive holds; what is here already stays as it is.
  ///
  /// - Throws: a ``Refusal`` for what is no archive or not whole; nothing was taken over then.
  public func merge(_ archive: [UInt8]) async throws -> MergedArchive {
    let outcome = try await space.merge(archive)
    signals.add(outcome.signals)
    return outcome.reply
  }

  /// The words of the product for `phrase`; they change from day to day.
  public func say(_ phrase: Phrase, _ values: [String: String] = [:]) -> String {
    product.voice.say(phrase, turn: today.number, values)
  }

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
