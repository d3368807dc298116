import Journals

/// Some of the facts that are merged from elsewhere.
struct MergePage: Sendable {
  let facts: [FactRecord]
  /// Whether no page follows.
  let isLast: Bool
  /// Whether the pages before it had something new.
  let hasAddedBefore: Bool
}

/// An error after some facts had been added, which stay.
public struct InterruptedMerge: Error {
  /// The number of facts that were added.
  public let added: Int
  public let cause: any Error
}
