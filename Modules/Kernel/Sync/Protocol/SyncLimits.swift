import Journals

/// The sizes and tolerances of the protocol.
public enum SyncLimits {
  /// The greatest number of facts in a request or an answer.
  public static let facts = 500
  /// The greatest number of bytes of facts in a request or an answer, unless one fact has more.
  public static let factBytes = 1 << 20
  /// The greatest length in bytes of a request or an answer.
  public static let documentBytes = 16 << 20
  /// The greatest length in bytes of a fact's kind.
  public static let kindBytes = 200
  /// How far a device's clock may be off without being corrected, in milliseconds.
  public static let tolerance: Int64 = 120_000
}

extension Collection {
  /// The first elements whose facts fit into a request or an answer: at least one.
  func fitting(_ fact: (Element) -> FactRecord) -> SubSequence {
    var bytes = 0
    return prefix { element in
      let isFirst = bytes == 0
      // The rest of a fact, besides its payload, takes a few hundred bytes.
      bytes += 512 + (fact(element).payload?.count ?? 0)
      return isFirst || bytes <= SyncLimits.factBytes
    }
  }
}

/// The protections of the protocol; a simulation leaves each of them out to check that it notices.
package struct SyncFlaws: OptionSet, Sendable {
  package let rawValue: Int
  package init(rawValue: Int) { self.rawValue = rawValue }

  /// Accepts a fact again that is known under another number.
  package static let takesKnown = SyncFlaws(rawValue: 1 << 0)
  /// Does not count a number that was used for a known fact.
  package static let reusesAliasNumbers = SyncFlaws(rawValue: 1 << 1)
  package static let ignoresGaps = SyncFlaws(rawValue: 1 << 2)
  package static let ignoresForks = SyncFlaws(rawValue: 1 << 3)
  package static let ignoresEpochs = SyncFlaws(rawValue: 1 << 4)
  package static let offersNothing = SyncFlaws(rawValue: 1 << 5)
  /// Does not apply the verdicts about own facts.
  package static let keepsOwnClocks = SyncFlaws(rawValue: 1 << 6)
  package static let trustsClocks = SyncFlaws(rawValue: 1 << 7)
  /// Gives no position to a number that was used for a known fact.
  package static let skipsAliases = SyncFlaws(rawValue: 1 << 8)
  package static let allowsEqualClocks = SyncFlaws(rawValue: 1 << 9)
  package static let ignoresOrderHash = SyncFlaws(rawValue: 1 << 10)
  package static let ignoresMark = SyncFlaws(rawValue: 1 << 11)
  package static let keepsIdentity = SyncFlaws(rawValue: 1 << 12)
  package static let forgetsTimer = SyncFlaws(rawValue: 1 << 13)
}
