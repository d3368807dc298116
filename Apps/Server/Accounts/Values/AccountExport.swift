/// Everything that is stored about a person, for that person.
public struct AccountExport: Sendable, Codable, Equatable {
  public let email: String
  public let id: String
  public let role: Role
  public let isSealed: Bool
  /// Instants are in RFC 3339, in UTC.
  public let createdAt: String
  public let passwordChangedAt: String
  /// When the operator's link for a new password ends; nil without one.
  public let passwordResetEndsAt: String?
  /// The time up to which the person has confirmed all sessions; nil if they have confirmed none.
  public let sessionsSeenAt: String?
  public let suspendedAt: String?
  public let suspensionReason: String?
  public let keyRingVersion: Int?
  public let sessions: [Entry]
  public let spaces: [Space]
  public let invitations: [MadeInvitation]
  public let flags: [Flag]
  public let pushSubscriptions: [Push]
  public let webhook: Hook?
  /// Notices for the browsers and the webhook: those that wait, and for some days those that were
  /// sent.
  public let notices: [Notice]
  /// Devices that the person has approved by a code, and that have not signed in yet.
  public let approvedDevices: [Approved]

  public struct Entry: Sendable, Codable, Equatable {
    public let name: String
    public let product: String
    public let kind: SessionClient.Kind
    public let createdAt: String
    public let signedInAt: String
    public let usedAt: String
    public let expiresAt: String
    /// The time up to which whoever uses it has confirmed the other sessions; nil for never.
    public let seenAt: String?
  }

  public struct Space: Sendable, Codable, Equatable {
    public let product: String
    public let createdAt: String
  }

  /// A browser that gets notices, without its secrets.
  public struct Push: Sendable, Codable, Equatable {
    public let product: String
    public let endpoint: String
    public let topics: [NoticeTopic]
    public let tellsNames: Bool
    public let createdAt: String
  }

  public struct Hook: Sendable, Codable, Equatable {
    public let address: String
    public let topics: [NoticeTopic]
    public let tellsNames: Bool
    public let createdAt: String
    public let isOff: Bool
    /// Since when nothing has arrived, and why; nil if the last notice arrived.
    public let failingSince: String?
    public let failure: String?
  }

  /// A notice for one browser or for the webhook.
  public struct Notice: Sendable, Codable, Equatable {
    public enum Destination: String, Sendable, Codable, CaseIterable {
      case browser
      case webhook
    }

    public let to: Destination
    /// What is sent, as JSON; nil once it was sent or is obsolete.
    public let document: String?
    public let attempts: Int
    /// When the next attempt is due; nil once there is nothing to send.
    public let dueAt: String?
    public let expiresAt: String
  }

  public struct Approved: Sendable, Codable, Equatable {
    public let name: String
    public let product: String
    public let kind: SessionClient.Kind
    public let createdAt: String
    public let expiresAt: String
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
