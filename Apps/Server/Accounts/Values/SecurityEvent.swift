import Core

/// An event about the security of an account, for the operator's log.
///
/// It names no person: neither addresses nor names of devices.
///
/// Source: OWASP ASVS 5.0, 16.3.1 to 16.3.3.
public struct SecurityEvent: Sendable, Equatable {
  public enum Kind: String, Sendable {
    case accountMade = "account-made"
    case signedIn = "signed-in"
    case signInFailed = "sign-in-failed"
    case attemptsRefused = "attempts-refused"
    case passwordChanged = "password-changed"
    case passwordReset = "password-reset"
    case resetLinkMade = "reset-link-made"
    case sessionEnded = "session-ended"
    case sessionsEnded = "sessions-ended"
    case deviceApproved = "device-approved"
    case deviceDenied = "device-denied"
    case keysChanged = "keys-changed"
    case invitationMade = "invitation-made"
    case invitationRevoked = "invitation-revoked"
    case roleChanged = "role-changed"
    case suspended
    case reinstated
    case exported
    case erased
    /// The ledger could not be written; the next start tries again.
    case erasureUnrecorded = "erasure-unrecorded"
  }

  public let kind: Kind
  /// The account that it is about; nil if no account has the given address.
  public let account: AccountID?
  public let session: SessionID?
  public let at: Instant
}
