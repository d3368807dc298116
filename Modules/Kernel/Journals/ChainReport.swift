import Core

/// The result of verifying the whole chain of a space.
public struct ChainReport: Sendable, Equatable {
  /// The number of rows that were checked; all rows of the space if the chain is intact.
  public let rows: Int
  /// The number of rows whose payload was erased.
  public let erased: Int
  /// The first row that is missing or differs from what was written; nil if the chain is intact.
  public let firstBroken: Int?

  public init(rows: Int, erased: Int, firstBroken: Int?) {
    self.rows = rows
    self.erased = erased
    self.firstBroken = firstBroken
  }
}

extension Journal {
  /// Verifies the hashes of every row of a space, and the chain between rows.
  public func verify(_ space: SpaceID) async throws(JournalError) -> ChainReport {
    var walk = ChainWalk(space: space)
    while true {
      let page = try await read(space, after: walk.rows, limit: 4096)
      for row in page.rows {
        // A row after the last one was not appended.
        guard row.sequence <= page.head, walk.accepts(row) else {
          return walk.report(broken: walk.rows + 1)
        }
      }
      if walk.rows >= page.head { return walk.report(broken: nil) }
      // The store reports more rows but does not return them.
      if page.rows.isEmpty { return walk.report(broken: walk.rows + 1) }
    }
  }
}

/// The state of a walk along a chain, which is given the rows in order.
struct ChainWalk {
  private let space: SpaceID
  private(set) var rows = 0
  private var erased = 0
  private var last = Digest.start

  init(space: SpaceID) { self.space = space }

  /// Returns false, without counting the row, if it is not the one that was appended there.
  mutating func accepts(_ row: JournalRow) -> Bool {
    guard row.sequence == rows + 1 else { return false }
    guard row.fact.isIntact else { return false }
    let next = Chain.next(after: last, space: space, fact: row.fact)
    guard next == row.chainHash else { return false }
    last = next
    rows += 1
    if row.fact.payload == nil { erased += 1 }
    return true
  }

  func report(broken: Int?) -> ChainReport {
    ChainReport(rows: rows, erased: erased, firstBroken: broken)
  }
}
