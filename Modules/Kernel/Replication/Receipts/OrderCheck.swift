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
    /// The same, and an entry fits its tag in no form that can be made here: the fact was
    /// rewritten, or the key is gone with which it was sealed.
    case fitsNoForm
    /// The bytes that were signed are not known here: a sealed fact was erased, or stored by an
    /// earlier version, which did not note its form.
    case cannotTell
  }

  /// The order as it is computed again, so far.
  private struct Walk {
    var head = OrderHead.none
    /// The form in which the last fact had travelled.
    var form = 0
    /// Whether a fact was found that fits the tag of its entry in no form.
    var isOff = false
    /// Whether everything so far has the form in which it travelled.
    var isCertain = true
  }

  /// Computes the order again, up to the entry that the receipt is about.
  ///
  /// - Parameter key: the server's public key.
  /// - Throws: `JournalError`, or what the codec throws.
  public func verify(_ receipt: SyncReceipt, signedBy key: [UInt8]) async throws -> Finding {
    guard receipt.isSigned(by: key) else { return .notSigned }
    let walk = try await walk(upTo: receipt.head.position)
    guard walk.head.position == receipt.head.position else {
      return .lacks(held: walk.head.position)
    }
    if walk.head == receipt.head { return .fits }
    guard walk.isCertain else { return .cannotTell }
    return walk.isOff ? .fitsNoForm : .differs
  }

  /// The last entry of the order that is held, at most at this position, with the hash up to it.
  public func head(upTo position: Int = .max) async throws -> OrderHead {
    try await walk(upTo: position).head
  }

  private func walk(upTo position: Int) async throws -> Walk {
    var walk = Walk()
    while walk.head.position < position {
      let entries = try await journal.entries(
        in: space,
        after: walk.head.position,
        limit: min(OrderCheck.page, position - walk.head.position)
      )
      if entries.isEmpty { break }
      let facts = try await journal.records(of: entries.map(\.fact), in: space)
      for entry in entries {
        guard let fact = facts[entry.fact] else { return walk }
        let next = try head(after: &walk, entry, fact)
        walk.head = next
      }
    }
    return walk
  }

  /// The head after one more entry, whose fact has the form that fits the entry's tag.
  ///
  /// Whoever rewrites a fact can rewrite the tag as well, but not what the server has signed.
  private func head(
    after walk: inout Walk,
    _ entry: SyncEntry,
    _ fact: FactRecord
  ) throws -> OrderHead {
    let next = walk.head.next(entry, try codec.seal(fact, form: walk.form))
    // Only the id of an alias counts.
    if codec.isPlain || walk.isOff || entry.isAlias || next.tag == entry.tag { return next }
    guard entry.tag != 0 else {
      if fact.payload == nil || codec.formCount > 1 { walk.isCertain = false }
      return next
    }
    for form in 0..<codec.formCount {
      let other = walk.head.next(entry, try codec.seal(fact, form: form))
      guard other.tag == entry.tag else { continue }
      walk.form = form
      return other
    }
    walk.isOff = true
    if fact.payload == nil { walk.isCertain = false }
    return next
  }
}
