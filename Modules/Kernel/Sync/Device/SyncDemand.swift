import Core
import Engine
import Journals

/// What a ``SyncDevice`` needs next; its driver does it and reports to the named function.
public enum SyncDemand: Sendable {
  /// Ask the server: ``SyncDevice/receive(_:)``.
  case send(SyncRequest)
  /// Read rows of the journal: ``SyncDevice/take(rows:)``.
  case rows(after: Int, limit: Int)
  /// Read the own entries after a number: ``SyncDevice/take(own:)``.
  case own(after: Int, limit: Int)
  /// Read the server's order after a position: ``SyncDevice/take(order:)``.
  case order(after: Int, limit: Int)
  /// Store this: ``SyncDevice/stored()``. If that fails, begin again with what is stored.
  case store(SyncStorage)
  /// Keep the highest number in use outside of the journal: ``SyncDevice/stored()``.
  case keep(AuthorMark)
  /// Give this installation another identity: ``SyncDevice/renewed(as:)``.
  case renew
  /// Wait this long, in milliseconds, or until there is news: ``SyncDevice/wake()``.
  case rest(milliseconds: Int64)
}

/// A row of the journal, and what is known of its number.
public struct ScannedRow: Sendable {
  public let sequence: Int
  public let fact: FactRecord
  /// Nil if the fact has no number yet.
  public let entry: SyncEntry?
  /// The amendment of the fact.
  public let amended: SyncVerdict?
  /// When a server first received the fact, if that was kept elsewhere.
  public let received: Instant?

  public init(
    sequence: Int,
    fact: FactRecord,
    entry: SyncEntry?,
    amended: SyncVerdict? = nil,
    received: Instant? = nil
  ) {
    self.sequence = sequence
    self.fact = fact
    self.entry = entry
    self.amended = amended
    self.received = received
  }
}

/// An entry with its fact, and what the device knows of how it was made.
public struct HeldEntry: Sendable {
  public let entry: SyncEntry
  public let fact: FactRecord
  public let made: BootTime?
  /// The amendment that the device holds.
  public let amended: SyncVerdict?
  /// The fact that erased this one's payload.
  public let erasure: Erasure?

  public init(
    entry: SyncEntry,
    fact: FactRecord,
    made: BootTime? = nil,
    amended: SyncVerdict? = nil,
    erasure: Erasure? = nil
  ) {
    self.entry = entry
    self.fact = fact
    self.made = made
    self.amended = amended
    self.erasure = erasure
  }
}

/// What is stored in one transaction: facts from the server, verdicts, and the state of the sync.
public struct SyncStorage: Sendable {
  /// Facts that the journal already has are skipped, and their verdicts applied.
  public let facts: [FactRecord]
  public let page: SyncPage
  /// Whether no more facts follow.
  public let isLast: Bool

  public init(facts: [FactRecord], page: SyncPage, isLast: Bool) {
    self.facts = facts
    self.page = page
    self.isLast = isLast
  }

  /// The same storage without the facts that the journal already has, whose verdicts still count.
  public func without(_ known: Set<FactID>) -> SyncStorage {
    SyncStorage(
      facts: facts.filter { !known.contains($0.id) },
      page: page.settling(facts.filter { known.contains($0.id) }),
      isLast: isLast
    )
  }
}

/// The highest number that was ever pushed under an identity.
///
/// It is kept in a file beside the journal, so that the restore of a journal is noticed before a
/// number is used again.
public struct AuthorMark: Sendable, Hashable {
  public let author: DeviceID
  public let number: Int

  public init(author: DeviceID, number: Int) {
    self.author = author
    self.number = number
  }
}
