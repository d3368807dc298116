/// What the operator of a server decides about its accounts.
public struct AccountPolicy: Sendable {
  /// Who may make an account.
  public enum SignUpMode: String, Sendable, Codable {
    case open
    /// Whoever has an invitation.
    case invitation
    case closed
  }

  /// By invitation, as servers at home are for people who know each other.
  public var signUp: SignUpMode = .invitation
  /// How passwords are hashed from now on; earlier ones are hashed again when they are next given.
  public var scrypt: ScryptParameters = .standard
  public var sessions = SessionPolicy()
  public var attempts = AttemptPolicy()
  public var deviceCodes = DeviceCodePolicy()
  /// The number of passwords that may wait to be hashed, beside the two that are.
  ///
  /// Each takes about half a second and 128 MiB, so that the last waits for about four seconds.
  public var hashingQueue = 16
  /// In how many of 100 addresses that have no account ``AccountStore/signInParameters(of:address:)``
  /// shows a sealed one.
  ///
  /// As many as there are sealed accounts among all would reveal nothing at all. It must not follow
  /// their real number, since the answer for an address must stay the same.
  public var sealedShare = 25
  /// Seconds for which an invitation can be used.
  public var invitationLifetime: Int64 = 7 * 86_400
  /// Seconds for which a link that sets a new password can be used.
  public var resetLifetime: Int64 = 86_400

  public init() {}
}
