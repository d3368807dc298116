import Core

/// An account's space of one product.
public struct AccountSpace: Sendable, Equatable {
  public let id: SpaceID
  public let product: String
  public let createdAt: Instant
  /// The number of facts that the server stores.
  public let facts: Int
  /// The number of bytes that they take.
  public let bytes: Int

  /// Whether more may be stored.
  func hasRoom(in quota: SpaceQuota) -> Bool { facts < quota.facts && bytes < quota.bytes }
}

/// A space whose account is gone, and whose facts are to be erased.
public struct ErasedSpace: Sendable, Equatable {
  public let id: SpaceID
  public let product: String
}
