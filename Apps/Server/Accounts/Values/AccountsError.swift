import Core
import ServerStorage

/// Why a call of an ``AccountStore`` was refused; nothing was changed then.
public enum AccountsError: StoreError, Sendable, Equatable {
  /// The address and the password do not match, or there is no such account.
  ///
  /// Which of the two is never revealed (OWASP ASVS 5.0, 6.3.8).
  case badCredentials
  /// The session has ended, or there never was one.
  case signedOut
  case signUpClosed
  case invitationNeeded
  /// The invitation is unknown, used, revoked or expired.
  case badInvitation
  /// Only shown to administrators.
  case accountExists
  /// Only shown to administrators.
  case unknownAccount
  /// With the reason, as a sentence.
  case weakPassword(String)
  /// With the reason, as a sentence.
  case badEmail(String)
  /// The seconds after which another attempt is granted.
  case tooManyAttempts(retryAfter: Int)
  /// More passwords wait to be hashed than the server can process; the seconds until a retry.
  case busy(retryAfter: Int)
  /// An administrator has suspended the account, with the reason.
  case suspended(String)
  case administratorsOnly
  /// It cannot be done to the last administrator or to oneself.
  case ownAccount
  /// An action that needs a server which can read is not available for a sealed account, or an
  /// account that it can read was to be made with the address of one.
  case sealedAccount
  case notSealed
  /// Somebody else has changed the key ring; with the version that is stored.
  case keyVersion(Int)
  /// The keys of a sealed account are invalid.
  case badKeys
  /// A new password for a sealed account needs a proof that its owner has the keys.
  case keyProofNeeded
  /// The code of a device is unknown, used or expired.
  case expiredCode
  case deniedCode
  /// The device polled too soon; the interval in seconds from now on.
  case slowDown(interval: Int64)
  /// Too many devices wait to be linked.
  case tooManyCodes
  /// The account has the maximum number of browsers that get notices.
  case tooManyChannels
  /// The link for a new password is unknown, used or expired.
  case expiredLink
  /// The space holds as much as the quota allows.
  case storageFull
  /// A failure of the accounts' file or tables.
  case store(StoreFailure)

  /// A stable code for programs.
  public var code: String {
    switch self {
    case .badCredentials: "bad-credentials"
    case .signedOut: "signed-out"
    case .signUpClosed: "sign-up-closed"
    case .invitationNeeded: "invitation-needed"
    case .badInvitation: "bad-invitation"
    case .accountExists: "account-exists"
    case .unknownAccount: "unknown-account"
    case .weakPassword: "weak-password"
    case .badEmail: "bad-email"
    case .tooManyAttempts: "too-many-attempts"
    case .busy: "busy"
    case .suspended: "suspended"
    case .administratorsOnly: "administrators-only"
    case .ownAccount: "own-account"
    case .sealedAccount: "sealed-account"
    case .notSealed: "not-sealed"
    case .keyVersion: "key-version"
    case .badKeys: "bad-keys"
    case .keyProofNeeded: "key-proof-needed"
    case .expiredCode: "expired-code"
    case .deniedCode: "denied-code"
    case .slowDown: "slow-down"
    case .tooManyCodes: "too-many-codes"
    case .tooManyChannels: "too-many-channels"
    case .expiredLink: "expired-link"
    case .storageFull: "storage-full"
    case .store(let failure): failure.code.rawValue
    }
  }

  /// What happened and what to do, for a person.
  public var message: String { AccountsErrorWords(self).text }

  /// The error as other parts of the program know errors.
  public var domainError: DomainError { DomainError(code, message) }
}
