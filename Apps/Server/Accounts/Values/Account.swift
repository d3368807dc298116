import Core

/// Identifies a session to its owner; it is not secret.
public struct SessionID: Identifier {
  public let rawValue: UInt128
  public init(rawValue: UInt128) { self.rawValue = rawValue }
}

/// Identifies an invitation to administrators; it is not secret.
public struct InvitationID: Identifier {
  public let rawValue: UInt128
  public init(rawValue: UInt128) { self.rawValue = rawValue }
}

/// The role of an account.
public enum Role: String, Sendable, Codable, CaseIterable {
  case member
  /// May invite, suspend and list other accounts.
  case administrator
}

/// The principal of an action on others' accounts.
public enum Authority: Sendable, Equatable {
  /// The operator of the server, at its command line.
  case `operator`
  /// An account, which must belong to an administrator.
  case account(AccountID)
}

/// An account as its owner and administrators see it.
public struct Account: Sendable, Equatable {
  public let id: AccountID
  /// As it was given, after the normalization by ``EmailAddress``.
  public let email: String
  public let role: Role
  /// Whether the server cannot read what the account stores.
  public let isSealed: Bool
  public let createdAt: Instant
  /// Why nobody can sign in; nil for an account in use.
  public let suspension: Suspension?

  /// The suspension of an account by an administrator.
  public struct Suspension: Sendable, Equatable {
    public let at: Instant
    /// In words for its owner.
    public let reason: String
  }
}
