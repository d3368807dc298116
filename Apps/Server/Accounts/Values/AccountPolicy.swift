/// The operator's decisions about the accounts of a server.
public struct AccountPolicy: Sendable {
  /// Who may create an account.
  public enum SignUpMode: String, Sendable, Codable {
    case open
    /// Anybody with an invitation.
    case invitation
    case closed
  }

  /// By invitation, since servers at home are for people who know each other.
  public var signUp: SignUpMode = .invitation
  /// How passwords are hashed from now on; earlier hashes are renewed at the next sign-in.
  public var scrypt: ScryptParameters = .standard
  public var sessions = SessionPolicy()
  public var attempts = AttemptPolicy()
  public var deviceCodes = DeviceCodePolicy()
  /// The number of passwords that may wait to be hashed, besides the two in progress.
  ///
  /// Each takes about half a second and 128 MiB, so that the last waits for about four seconds.
  public var hashingQueue = 16
  /// The percentage of addresses without an account that appear sealed.
  ///
  /// See ``AccountStore/signInParameters(of:address:)``. A share equal to that of all sealed
  /// accounts would reveal nothing at all. It must not follow their real number, since the answer
  /// for an address must stay the same.
  public var sealedShare = 25
  /// Seconds for which an invitation can be used.
  public var invitationLifetime: Int64 = 7 * 86_400
  /// Seconds for which a link that sets a new password can be used.
  public var resetLifetime: Int64 = 86_400

  public init() {}
}
