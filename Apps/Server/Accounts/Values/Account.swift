import Core

/// Identifies a session to its owner; it is no secret.
public struct SessionID: Identifier {
  public let rawValue: UInt128
  public init(rawValue: UInt128) { self.rawValue = rawValue }
}

/// Identifies an invitation to administrators; it is no secret.
public struct InvitationID: Identifier {
  public let rawValue: UInt128
  public init(rawValue: UInt128) { self.rawValue = rawValue }
}

/// What an account may do beside using it.
public enum Role: String, Sendable, Codable, CaseIterable {
  case member
  /// May invite, suspend and list other accounts.
  case administrator
}

/// In whose name something is done to others' accounts.
public enum Authority: Sendable, Equatable {
  /// Whoever runs the server, at its command line.
  case `operator`
  /// An account, which must be an administrator's.
  case account(AccountID)
}

/// An account as its owner and administrators see it.
public struct Account: Sendable, Equatable {
  public let id: AccountID
  /// As it was given, without what ``EmailAddress`` takes off.
  public let email: String
  public let role: Role
  /// Whether the server cannot read what the account stores.
  public let isSealed: Bool
  public let createdAt: Instant
  /// Why nobody can sign in; nil for an account in use.
  public let suspension: Suspension?

  /// That an administrator has barred an account.
  public struct Suspension: Sendable, Equatable {
    public let at: Instant
    /// In words for its owner.
    public let reason: String
  }
}
