import Accounts
import Core
import Engine
import HTTPServing
import Journals
import Locks
import Replication
import Runtime

/// Applies the quota of devices to what is done on pages as well.
///
/// A space is weighed by reading it, so that is repeated only once it has grown by a part of
/// itself.
final class SpaceQuota: Sendable {
  /// The maximum number of spaces whose weight is cached.
  private static let most = 10_000
  /// The minimum number of new entries before a space is weighed again.
  private static let step = 100

  private struct Weight {
    var sequence: Int
    var bytes: Int
  }

  private let limits: SpaceLimits
  private let replicator: ServerReplicator
  private let weights = Locked<[SpaceID: Weight]>([:])

  init(_ limits: SpaceLimits, _ replicator: ServerReplicator) {
    self.limits = limits
    self.replicator = replicator
  }

  /// The problem of a space that may hold no more.
  static let full = Problem(AccountsError.storageFull)

  /// - Parameters:
  ///   - added: the number of entries that are about to be added.
  ///   - isErasing: whether something is erased, for which there is room in a full space as well.
  /// - Returns: the number of entries that may be added.
  /// - Throws: ``full`` if the space may hold no more.
  @discardableResult
  func require(
    _ added: Int = 1,
    in client: RuntimeClient,
    isErasing: Bool = false
  ) async throws -> FactRoom {
    guard let room = try await room(for: added, in: client, isErasing: isErasing) else {
      throw SpaceQuota.full
    }
    return room
  }

  /// The number of entries that may be added; nil if the space may hold no more.
  func room(
    for added: Int = 1,
    in client: RuntimeClient,
    isErasing: Bool = false
  ) async throws -> FactRoom? {
    let sequence = try await client.position().sequence
    let most = limits.most(isErasing: isErasing)
    guard sequence + added <= most.facts else { return nil }
    guard try await bytes(of: client.space, at: sequence) < most.bytes else { return nil }
    return FactRoom(
      facts: limits.most(isErasing: false).facts - sequence,
      erasing: limits.most(isErasing: true).facts - sequence
    )
  }

  private func bytes(of space: SpaceID, at sequence: Int) async throws -> Int {
    if let known = weights.withLock({ $0[space] }), isCurrent(known, at: sequence) {
      return known.bytes
    }
    let usage = try await replicator.usage(of: space)
    weights.withLock { weights in
      if weights.count >= SpaceQuota.most { weights = [:] }
      weights[space] = Weight(sequence: sequence, bytes: usage.bytes)
    }
    return usage.bytes
  }

  /// Whether a weight is near enough: that of a full space may be less after each new entry.
  private func isCurrent(_ known: Weight, at sequence: Int) -> Bool {
    guard known.bytes < limits.bytes else { return known.sequence == sequence }
    return sequence - known.sequence < max(SpaceQuota.step, known.sequence / 50)
  }
}
