import Core

/// An account's space of one product.
public struct AccountSpace: Sendable, Equatable {
  public let id: SpaceID
  public let product: String
  public let createdAt: Instant
}

/// A space whose account is gone, and whose facts must be erased.
public struct ErasedSpace: Sendable, Equatable {
  public let id: SpaceID
  public let product: String
}
