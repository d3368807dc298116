/// The only way into a space for other code: commands, pages, the HTTP API, notices.
///
/// Made from a ``Principal`` and a space; every access needs one, including reads.
public protocol SpaceClient: Sendable {
  /// The principal on whose behalf all requests are made.
  var principal: Principal { get }

  /// Runs a query.
  func ask<Q: Query>(_ query: Q) async throws -> Q.Reply

  /// Executes a command; returns once its effects are on disk.
  func send<C: Command>(_ command: C) async throws -> Outcome<C.Reply>

  /// Runs several queries and commands at once, for the cost of one trip to the space and back.
  ///
  /// `body` runs where the space is and must not block; it may run again when another program wrote
  /// first. An error it throws does not undo the commands that it executed before.
  func run<Answer: Sendable>(
    _ body: @escaping @Sendable (any SpaceScope) throws -> Answer
  ) async throws -> Outcome<Answer>

  /// Keeps running: calls `body` with a feed of changes that other programs make.
  func watch(_ body: (any ChangeFeed) async throws -> Void) async throws

  /// Writes everything that was ever entered, as one JSON document that ``merge(archiveAt:)``
  /// accepts.
  ///
  /// - Parameter write: takes the document piece by piece.
  func archive(to write: ([UInt8]) async throws -> Void) async throws

  /// Adds the facts of an archive in a regular file; facts that are already here are not changed.
  ///
  /// - Throws: a ``DomainError`` for what is not an archive or not complete; nothing is added then.
  func merge(archiveAt path: String) async throws -> Outcome<MergedArchive>

  /// The latest archive that was merged here and can be taken back; nil without one.
  func latestMerge() async throws -> LatestMerge?

  /// Goes back to what was here before the latest archive was merged.
  ///
  /// - Throws: a ``DomainError`` if something was entered since, or there is no such archive.
  func undoMerge() async throws -> LatestMerge

  /// Writes a copy of the whole storage as one file, which `trellis restore` can restore.
  ///
  /// - Parameter write: takes the file piece by piece.
  func backup(to write: ([UInt8]) async throws -> Void) async throws

  /// Checks whether the history is what was written, from its first fact to its last.
  ///
  /// - Returns: what was changed; nil if nothing was.
  func changedHistory() async throws -> ChangedHistory?

  /// Erases from the local copies of the space, too, what was erased from the space.
  func eraseFromCopies() async throws
}

extension SpaceClient {
  public func watch(_ body: (any ChangeFeed) async throws -> Void) async throws {
    throw DomainError("cannot-watch", "This app cannot stay open and watch. Leave out --watch.")
  }

  public func archive(to write: ([UInt8]) async throws -> Void) async throws { throw elsewhere }
  public func merge(archiveAt path: String) async throws -> Outcome<MergedArchive> {
    throw elsewhere
  }
  public func backup(to write: ([UInt8]) async throws -> Void) async throws { throw elsewhere }
  /// Nil for clients that merge nothing.
  public func latestMerge() async throws -> LatestMerge? { nil }
  public func undoMerge() async throws -> LatestMerge { throw elsewhere }
  /// Nil for clients that keep no history.
  public func changedHistory() async throws -> ChangedHistory? { nil }

  /// Checks that the history is what was written.
  ///
  /// Code that shows the history to others calls this first.
  ///
  /// - Throws: a ``DomainError`` that names the first entry that was changed.
  public func verify() async throws {
    if let changed = try await changedHistory() {
      throw changed.refusal("Nothing was shown to anybody: ")
    }
  }

  /// Does nothing for clients that keep no copies.
  public func eraseFromCopies() async throws {}

  private var elsewhere: DomainError {
    DomainError(
      "not-here",
      "The storage itself cannot be reached from here. Nothing was changed: use `trellis export`, "
        + "`trellis import` or `trellis backup` on the device that keeps it.",
      onPages: "The storage itself cannot be reached from here. Nothing was changed: do it on the "
        + "device that keeps it."
    )
  }
}

/// The result of merging an archive.
public struct MergedArchive: Sendable, Equatable {
  /// The number of entries in the archive.
  public let entries: Int
  /// The number of entries that were new here.
  public let added: Int
  /// Whether ``SpaceClient/undoMerge()`` can take it back.
  public let canBeUndone: Bool

  public init(entries: Int, added: Int, canBeUndone: Bool = false) {
    self.entries = entries
    self.added = added
    self.canBeUndone = canBeUndone
  }
}

/// The latest archive that was merged.
public struct LatestMerge: Sendable, Equatable {
  public let at: Instant
  /// The number of entries that were new.
  public let added: Int
  /// The number of entries made since; the merge can be undone while it is zero.
  public let entered: Int
  /// When the first of these was made.
  public let since: Instant?

  public init(at: Instant, added: Int, entered: Int, since: Instant?) {
    self.at = at
    self.added = added
    self.entered = entered
    self.since = since
  }
}
