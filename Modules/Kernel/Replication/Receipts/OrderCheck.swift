import Core
import Journals
import Sync

/// Compares what a server has signed with the entries held here.
public struct OrderCheck: Sendable {
  private static let page = 500

  private let journal: any SyncStore
  private let space: SpaceID
  private let codec: any FactCodec

  /// - Parameter codec: the form in which the facts travel.
  public init(
    of space: SpaceID,
    in journal: any SyncStore,
    codec: any FactCodec = PlainFacts()
  ) {
    self.space = space
    self.journal = journal
    self.codec = codec
  }

  /// What a receipt says about the entries.
  public enum Finding: Sendable, Equatable {
    case fits
    /// Another key has signed it.
    case notSigned
    /// Fewer entries are held than it covers.
    case lacks(held: Int)
    /// Other entries are held than it covers.
    case differs
    /// A sealed fact was erased, and with it the bytes whose hash was signed.
    case cannotTell
  }

  /// Computes the order again, up to the entry that the receipt is about.
  ///
  /// - Parameter key: the server's public key.
  /// - Throws: `JournalError`, or what the codec throws.
  public func verify(_ receipt: SyncReceipt, signedBy key: [UInt8]) async throws -> Finding {
    guard receipt.isSigned(by: key) else { return .notSigned }
    let head = try await head(upTo: receipt.head.position)
    guard head.position == receipt.head.position else { return .lacks(held: head.position) }
    if head == receipt.head { return .fits }
    return try await hasLostSealed(upTo: head.position) ? .cannotTell : .differs
  }

  /// Whether a fact that travels in another form than it is stored has lost its payload.
  private func hasLostSealed(upTo position: Int) async throws -> Bool {
    if codec is PlainFacts { return false }
    let entries = try await journal.entries(in: space, after: 0, limit: position)
    let facts = try await journal.records(of: entries.map(\.fact), in: space)
    return facts.values.contains { $0.payload == nil }
  }

  /// The last entry of the order that is held, at most at this position, with the hash up to it.
  public func head(upTo position: Int = .max) async throws -> OrderHead {
    var head = OrderHead.none
    while head.position < position {
      let entries = try await journal.entries(
        in: space,
        after: head.position,
        limit: min(OrderCheck.page, position - head.position)
      )
      if entries.isEmpty { break }
      let facts = try await journal.records(of: entries.map(\.fact), in: space)
      for entry in entries {
        guard let fact = facts[entry.fact] else { return head }
        head = head.next(entry, try codec.seal(fact))
      }
    }
    return head
  }
}
