import Core

/// Identifies a person to their friends; random, and made from nothing else about the account.
public struct PersonID: Identifier {
  public let rawValue: UInt128
  public init(rawValue: UInt128) { self.rawValue = rawValue }
}

/// Identifies a post to those who may see it.
public struct PostID: Identifier {
  public let rawValue: UInt128
  public init(rawValue: UInt128) { self.rawValue = rawValue }
}

/// Identifies a public page to its owner; it is no secret, and shows nothing.
public struct PublicPageID: Identifier {
  public let rawValue: UInt128
  public init(rawValue: UInt128) { self.rawValue = rawValue }
}

/// What the address of a public page ends with: 128 random bits, which nobody guesses.
public struct PublicPageCode: Identifier {
  public let rawValue: UInt128
  public init(rawValue: UInt128) { self.rawValue = rawValue }
}

/// Identifies an invitation to whoever made it; it is no secret, and does not invite.
public struct FriendInvitationID: Identifier {
  public let rawValue: UInt128
  public init(rawValue: UInt128) { self.rawValue = rawValue }
}
