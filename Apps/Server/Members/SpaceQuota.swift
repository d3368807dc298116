import Accounts
import Core
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

  /// - Parameter added: the number of entries that are about to be added.
  /// - Throws: ``AccountsError/storageFull`` if the space may hold no more.
  func require(_ added: Int = 1, in client: RuntimeClient) async throws {
    let sequence = try await client.position().sequence
    guard sequence + added <= limits.facts else { throw AccountsError.storageFull }
    guard try await bytes(of: client.space, at: sequence) < limits.bytes else {
      throw AccountsError.storageFull
    }
  }

  private func bytes(of space: SpaceID, at sequence: Int) async throws -> Int {
    if let known = weights.withLock({ $0[space] }),
      sequence - known.sequence < max(SpaceQuota.step, known.sequence / 50)
    {
      return known.bytes
    }
    let usage = try await replicator.usage(of: space)
    weights.withLock { weights in
      if weights.count >= SpaceQuota.most { weights = [:] }
      weights[space] = Weight(sequence: sequence, bytes: usage.bytes)
    }
    return usage.bytes
  }
}
