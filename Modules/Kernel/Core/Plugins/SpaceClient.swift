/// The one way into a space for everything outside of it: commands, pages, the HTTP API, notices.
///
/// Made from a ``Principal`` and a space; nothing reaches a space without one, reading included.
public protocol SpaceClient: Sendable {
  /// On whose behalf everything is asked.
  var principal: Principal { get }

  /// Asks a question of whichever module answers it.
  func ask<Q: Query>(_ query: Q) async throws -> Q.Reply

  /// Gives an order; returns once what it did is on disk.
  func send<C: Command>(_ command: C) async throws -> Outcome<C.Reply>

  /// Asks and orders several things in one go, which costs one way to the space and back.
  ///
  /// `body` runs where the space is and must not wait; it may be run again when another program wrote
  /// first. What it throws does not take back the orders that it gave before.
  func run<Answer: Sendable>(
    _ body: @escaping @Sendable (any SpaceScope) throws -> Answer
  ) async throws -> Outcome<Answer>

  /// Stays open: calls `body` with what tells of changes made by other programs.
  func watch(_ body: (any ChangeFeed) async throws -> Void) async throws

  /// Everything that was ever entered, as one JSON document: what ``merge(_:)`` takes.
  func archive() async throws -> [UInt8]

  /// Takes over what an archive holds; what is here already stays as it is.
  ///
  /// - Throws: a ``DomainError`` for what is no archive or not whole; nothing was taken over then.
  func merge(_ archive: [UInt8]) async throws -> Outcome<MergedArchive>

  /// A copy of the whole storage as one file, which `trellis restore` goes back to.
  func backup() async throws -> [UInt8]
}

extension SpaceClient {
  public func watch(_ body: (any ChangeFeed) async throws -> Void) async throws {
    throw DomainError("cannot-watch", "This app cannot stay open and watch. Leave out --watch.")
  }

  public func archive() async throws -> [UInt8] { throw elsewhere }
  public func merge(_ archive: [UInt8]) async throws -> Outcome<MergedArchive> { throw elsewhere }
  public func backup() async throws -> [UInt8] { throw elsewhere }

  private var elsewhere: DomainError {
    DomainError(
      "not-here",
      "The storage itself cannot be reached from here. Nothing was changed: use `trellis export`, "
        + "`trellis import` or `trellis backup` on the device that keeps it."
    )
  }
}

/// What came of taking over an archive.
public struct MergedArchive: Sendable, Equatable {
  /// How many entries it holds.
  public let entries: Int
  /// How many of them were not here before.
  public let added: Int

  public init(entries: Int, added: Int) {
    self.entries = entries
    self.added = added
  }
}
