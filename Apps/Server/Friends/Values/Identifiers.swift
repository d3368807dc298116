import Core

/// Identifies a person to their friends; random, and not derived from the account.
public struct PersonID: Identifier {
  public let rawValue: UInt128
  public init(rawValue: UInt128) { self.rawValue = rawValue }
}

/// Identifies a post to those who may see it.
public struct PostID: Identifier {
  public let rawValue: UInt128
  public init(rawValue: UInt128) { self.rawValue = rawValue }
}

/// Identifies a public page to its owner; it is not secret, and shows nothing.
public struct PublicPageID: Identifier {
  public let rawValue: UInt128
  public init(rawValue: UInt128) { self.rawValue = rawValue }
}

/// The end of a public page's address: 128 random bits, which nobody can guess.
public struct PublicPageCode: Identifier {
  public let rawValue: UInt128
  public init(rawValue: UInt128) { self.rawValue = rawValue }
}

/// Identifies an invitation to its creator; it is not secret, and does not invite.
public struct FriendInvitationID: Identifier {
  public let rawValue: UInt128
  public init(rawValue: UInt128) { self.rawValue = rawValue }
}
