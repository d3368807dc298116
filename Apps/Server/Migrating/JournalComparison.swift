import Core
import Journals

/// What a comparison of a product's spaces has found.
package struct JournalComparison: Sendable, Equatable {
  /// The spaces of both sides.
  package var spaces = 0
  /// The entries of the source.
  package var entries = 0
  /// A sentence's part for each space that differs.
  package var differences: [String] = []
}

extension JournalCopy {
  /// The spaces that are compared at a time.
  private static let comparisons = 8

  /// Compares both sides, and walks along the chain of each space; changes nothing.
  package func compare() async throws -> JournalComparison {
    let spaces = Set(try await source.spaces()).union(try await target.spaces()).sorted()
    var result = JournalComparison(spaces: spaces.count)
    try await withThrowingTaskGroup(of: (entries: Int, finding: String?).self) { group in
      for (index, space) in spaces.enumerated() {
        if index >= JournalCopy.comparisons, let one = try await group.next() { result.add(one) }
        group.addTask {
          let pair = SpacePair(space: space, source: source, target: target)
          let found = try await pair.compare()
          return (found.entries, found.finding.map { "\(product), space \(space): \($0)" })
        }
      }
      for try await one in group { result.add(one) }
    }
    return result
  }
}

extension JournalComparison {
  fileprivate mutating func add(_ one: (entries: Int, finding: String?)) {
    entries += one.entries
    if let finding = one.finding { differences.append(finding) }
  }
}

/// A space and its copy.
private struct SpacePair: Sendable {
  private static let page = 1000

  let space: SpaceID
  let source: any SyncStore
  let target: any SyncStore

  /// Returns the number of entries that are alike, and what is not; nil if all is.
  func compare() async throws -> (entries: Int, finding: String?) {
    let (entries, finding) = try await compareChains()
    if let finding { return (entries, finding) }
    if let finding = try await syncFinding() { return (entries, finding) }
    let alarms = try await source.alarms(of: space)
    return (entries, try await target.alarms(of: space) == alarms ? nil : "other alarms")
  }

  /// Compares all rows and the heads, and computes the chain.
  private func compareChains() async throws -> (entries: Int, finding: String?) {
    var (count, last) = (0, Digest.start)
    while true {
      let mine = try await source.read(space, after: count, limit: Self.page)
      let theirs = try await target.read(space, after: count, limit: Self.page)
      if mine.head != theirs.head {
        return (count, "\(mine.head.counted("entry", "entries")), and \(theirs.head) in the copy")
      }
      for (row, copy) in zip(mine.rows, theirs.rows) {
        last = Chain.next(after: last, space: space, fact: row.fact)
        guard row == copy, row.sequence == count + 1, row.fact.isIntact, row.chainHash == last
        else {
          return (count, "entry \(count + 1) is another one")
        }
        count += 1
      }
      if count >= mine.head { return (count, nil) }
      if mine.rows.isEmpty || theirs.rows.isEmpty {
        return (count, "entry \(count + 1) is missing")
      }
    }
  }

  private func syncFinding() async throws -> String? {
    guard try await source.syncState(of: space) == target.syncState(of: space) else {
      return "another state of the sync"
    }
    var last = 0
    while true {
      let mine = try await source.entries(in: space, after: last, limit: Self.page)
      let theirs = try await target.entries(in: space, after: last, limit: Self.page)
      guard mine == theirs else { return "another order of the sync after entry \(last)" }
      if mine.isEmpty { return nil }
      last += mine.count
    }
  }
}
