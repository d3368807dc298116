/// Everything that is stored about a person, for that person.
public struct AccountExport: Sendable, Codable, Equatable {
  public let email: String
  public let id: String
  public let role: Role
  public let isSealed: Bool
  /// Instants are in RFC 3339, in UTC.
  public let createdAt: String
  public let passwordChangedAt: String
  public let suspendedAt: String?
  public let suspensionReason: String?
  public let keyRingVersion: Int?
  public let sessions: [Entry]
  public let spaces: [Space]
  public let invitations: [MadeInvitation]
  public let flags: [Flag]
  public let pushSubscriptions: [Push]
  public let webhook: Hook?

  public struct Entry: Sendable, Codable, Equatable {
    public let name: String
    public let product: String
    public let kind: SessionClient.Kind
    public let createdAt: String
    public let signedInAt: String
    public let usedAt: String
    public let expiresAt: String
  }

  public struct Space: Sendable, Codable, Equatable {
    public let product: String
    public let createdAt: String
  }

  /// A browser that gets notices, without its secrets.
  public struct Push: Sendable, Codable, Equatable {
    public let product: String
    public let endpoint: String
    public let createdAt: String
  }

  public struct Hook: Sendable, Codable, Equatable {
    public let address: String
    public let createdAt: String
  }

  public struct MadeInvitation: Sendable, Codable, Equatable {
    public let createdAt: String
    public let expiresAt: String
    public let state: Invitation.State
  }

  public struct Flag: Sendable, Codable, Equatable {
    public let code: String
    public let day: String
    public let count: Int
  }
}
