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

extension ChainReport {
  /// Returns this report if the chain is intact.
  ///
  /// - Parameter consequence: what else the user has to know; it comes before the way to repair it.
  /// - Throws: a ``DomainError`` that names the first entry that was changed.
  public func intact(_ consequence: String = "") throws -> ChainReport {
    guard let changed else { return self }
    throw changed.refusal(consequence)
  }

  /// What was changed; nil if the chain is intact.
  public var changed: ChangedHistory? { firstBroken.map { ChangedHistory(entry: $0) } }

  fileprivate static let pageSize = 4096

  /// Verifies the rows of a space that `read` returns, given the row to begin after and a limit.
  public init(
    of space: SpaceID,
    read: (_ after: Int, _ limit: Int) throws(JournalError) -> JournalPage
  ) throws(JournalError) {
    var walk = ChainWalk(space: space)
    while true {
      if let report = walk.accepts(try read(walk.rows, Self.pageSize)) {
        self = report
        return
      }
    }
  }
}

extension Journal {
  /// Verifies the hashes of every row of a space, and the chain between rows.
  public func verify(_ space: SpaceID) async throws(JournalError) -> ChainReport {
    try await verify(space, after: nil).report
  }
}

/// The part of a chain that was found intact, so that a later check can continue after it.
public struct VerifiedChain: Sendable {
  fileprivate let walk: ChainWalk
}

extension Journal {
  /// Verifies the rows after those found intact before; all rows if the space has fewer than then.
  ///
  /// Changes to the earlier rows since then are not noticed.
  ///
  /// - Parameter known: the result of an earlier check of the same space; nil to check all rows.
  /// - Returns: the report on the whole chain, and where a later check can continue; the latter is
  ///   nil for a chain that is not intact.
  public func verify(
    _ space: SpaceID,
    after known: VerifiedChain?
  ) async throws(JournalError) -> (report: ChainReport, verified: VerifiedChain?) {
    var walk = known?.walk ?? ChainWalk(space: space)
    while true {
      let page = try await read(space, after: walk.rows, limit: ChainReport.pageSize)
      if page.head < walk.rows {
        walk = ChainWalk(space: space)
        continue
      }
      guard let report = walk.accepts(page) else { continue }
      return (report, report.firstBroken == nil ? VerifiedChain(walk: walk) : nil)
    }
  }
}

/// The state of a walk along a chain, whose rows are passed in order.
struct ChainWalk {
  private let space: SpaceID
  private(set) var rows = 0
  private var erased = 0
  private var last = Digest.start

  init(space: SpaceID) { self.space = space }

  /// Continues with the next page; returns the report once the end or a broken row is reached.
  mutating func accepts(_ page: JournalPage) -> ChainReport? {
    for row in page.rows {
      // A row after the last one was not appended.
      guard row.sequence <= page.head, accepts(row) else { return report(broken: rows + 1) }
    }
    if rows >= page.head { return report(broken: nil) }
    // The store reports more rows but does not return them.
    return page.rows.isEmpty ? report(broken: rows + 1) : nil
  }

  /// Returns false, without counting the row, if it is not the one that was appended there.
  private mutating func accepts(_ row: JournalRow) -> Bool {
    guard row.sequence == rows + 1 else { return false }
    guard row.fact.isIntact else { return false }
    let next = Chain.next(after: last, space: space, fact: row.fact)
    guard next == row.chainHash else { return false }
    last = next
    rows += 1
    if row.fact.payload == nil { erased += 1 }
    return true
  }

  private func report(broken: Int?) -> ChainReport {
    ChainReport(rows: rows, erased: erased, firstBroken: broken)
  }
}
