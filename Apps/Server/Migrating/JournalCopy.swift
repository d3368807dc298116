import Core
import Journals

/// Copies all spaces of a product to another journal.
///
/// Each append to the target is a transaction whose effect says how far it got: the head of the space,
/// and the last of its sync entries. So whoever goes on after an interruption needs no other note.
package struct JournalCopy: Sendable {
  /// The spaces that are copied at a time, in the same transactions.
  private static let breadth = 32

  package let product: String
  let source: any SyncStore
  let target: any SyncStore

  package init(of product: String, from source: any SyncStore, to target: any SyncStore) {
    self.product = product
    self.source = source
    self.target = target
  }

  /// Brings the target to the state of the source.
  ///
  /// What is written to the source meanwhile is copied in part or not at all; another call copies the
  /// rest.
  ///
  /// - Returns: how much was copied; no rows, which are those of tables.
  package func copy() async throws -> MigrationCounts {
    let spaces = try await source.spaces()
    var counts = try await erase(Set(try await target.spaces()).subtracting(spaces))
    var rest = spaces[...]
    while !rest.isEmpty {
      try await copy(Array(rest.prefix(JournalCopy.breadth)), &counts)
      rest = rest.dropFirst(JournalCopy.breadth)
    }
    return counts
  }

  /// Removes from the target the spaces that the source no longer has.
  private func erase(_ gone: Set<SpaceID>) async throws -> MigrationCounts {
    for space in gone.sorted() { try await target.erase(space) }
    return MigrationCounts(spaces: gone.count)
  }

  private func copy(_ spaces: [SpaceID], _ counts: inout MigrationCounts) async throws {
    var open = spaces
    var changed: Set<SpaceID> = []
    while !open.isEmpty {
      let steps = try await steps(for: open)
      let requests = steps.compactMap(\.request)
      let results = try await target.append(requests)
      for (request, result) in zip(requests, results) {
        guard case .appended = result else { throw MigrationProblem.contested(product) }
        counts.entries += request.facts.count
        changed.insert(request.space)
      }
      open = steps.filter { !$0.isLast }.map(\.space)
    }
    counts.spaces += changed.count
  }

  private func steps(for spaces: [SpaceID]) async throws -> [SpaceStep] {
    try await withThrowingTaskGroup(of: SpaceStep.self) { group in
      for space in spaces { group.addTask { try await step(for: space) } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
  }

  private func step(for space: SpaceID) async throws -> SpaceStep {
    let plan = SpacePlan(space, from: source, to: target)
    do { return try await plan.nextStep() } catch is SpacePlan.OtherHistory {
      // The target has a history that the source has not: a backup was put there, for example.
      try await target.erase(space)
      return SpaceStep(space: space, request: nil, isLast: false)
    } catch let damage as SpacePlan.Damage {
      throw MigrationProblem.damaged(product, space, entry: damage.entry)
    }
  }
}

/// What is appended next to the copy of a space.
struct SpaceStep: Sendable {
  let space: SpaceID
  /// Nil if there is nothing to append now.
  let request: AppendRequest?
  /// Whether the copy is complete then.
  let isLast: Bool
}
