import Core

/// What commands, pages and documents work with: the person's space, the product and the clock.
public protocol SpaceContext: Sendable {
  var product: Product { get }
  /// The settings of the product's modules.
  var settings: [Setting] { get }
  var now: Instant { get }
  var calendar: LocalCalendar { get }
  /// The client for the person's space.
  var space: any SpaceClient { get }
  /// The signals of all commands that were sent through this context so far.
  var signals: SignalLog { get }
  /// The separator of digit groups, for people who use one.
  var digitSpace: String { get }
}

extension SpaceContext {
  /// The person's local day.
  public var today: Day { calendar.day(at: now) }

  /// A narrow space that allows no line break.
  public var digitSpace: String { "\u{202F}" }

  /// Returns a text with its first number in the person's number style.
  public func number(_ text: String) -> String {
    calendar.numbers.words(text, space: digitSpace)
  }

  public func number(_ count: some BinaryInteger) -> String { number(String(count)) }

  /// Sends a query to the module that answers it.
  public func ask<Q: Query>(_ query: Q) async throws -> Q.Reply { try await space.ask(query) }

  /// Sends a query if any loaded module answers it, else returns nil.
  public func askIfAvailable<Q: Query>(_ query: Q) async throws -> Q.Reply? {
    answers(Q.self) ? try await space.ask(query) : nil
  }

  /// Whether any loaded module answers `query`.
  public func answers<Q: Query>(_ query: Q.Type) -> Bool {
    product.answers(Q.self)
  }

  /// Whether any loaded module answers the request of that name.
  ///
  /// For offering what another module does without depending on the module.
  public func answers(requestNamed name: String) -> Bool {
    product.modules.contains { module in
      module.manifest.answers.contains { $0.name == name }
    }
  }

  /// Sends a command; returns once the resulting facts are on disk.
  @discardableResult
  public func send<C: Command>(_ command: C) async throws -> C.Reply {
    let outcome = try await space.send(command)
    signals.add(outcome.signals)
    return outcome.reply
  }

  /// Sends commands of which none depends on another: all of them, or none if one is refused.
  @discardableResult
  public func send<C: Command>(all commands: [C]) async throws -> [C.Reply] {
    try await run { try $0.send(all: commands) }
  }

  /// Sends several queries and commands together.
  @discardableResult
  public func run<Answer: Sendable>(
    _ body: @escaping @Sendable (any SpaceScope) throws -> Answer
  ) async throws -> Answer {
    let outcome = try await space.run(body)
    signals.add(outcome.signals)
    return outcome.reply
  }

  /// Merges the facts of an archive in a regular file; existing facts are kept.
  ///
  /// - Throws: a ``Core/DomainError`` for an invalid or incomplete archive; nothing has been merged
  ///   then.
  public func merge(archiveAt path: String) async throws -> MergedArchive {
    let outcome = try await space.merge(archiveAt: path)
    signals.add(outcome.signals)
    return outcome.reply
  }

  /// The product's words for `phrase`, which vary by day.
  public func say(_ phrase: Phrase, _ values: [String: String] = [:]) -> String {
    product.voice.say(phrase, turn: today.number, values)
  }
}
