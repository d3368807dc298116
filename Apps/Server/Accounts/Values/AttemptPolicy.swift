/// How often attempts at a secret are allowed.
///
/// Source: OWASP ASVS 5.0, 2.4.1 and 6.3.1.
public struct AttemptPolicy: Sendable {
  /// The size of a burst, and the seconds after which one more attempt is granted.
  public struct Rate: Sendable, Equatable {
    public var burst: Int
    public var seconds: Int

    public init(burst: Int, seconds: Int) {
      self.burst = burst
      self.seconds = seconds
    }
  }

  /// Passwords for one account, from everywhere: 1,440 a day at most.
  public var account = Rate(burst: 10, seconds: 60)
  /// Passwords, invitations and links from one address.
  public var address = Rate(burst: 30, seconds: 10)
  /// Questions that come before a password, from one address, which cost little.
  public var questions = Rate(burst: 60, seconds: 2)
  /// Codes of devices that an account types in.
  public var userCodes = Rate(burst: 10, seconds: 60)
  /// The number of remembered accounts and addresses of each kind; each takes 50 bytes.
  public var remembered = 50_000

  public init() {}
}
