import Core
import Loop
import Sealing

/// The credentials of a device that has access to an account.
public struct AccountAccess: Sendable {
  public let signedIn: SignedIn
  /// The keys of a sealed account.
  public let keys: ServerRing?

  /// The opened key ring of a sealed account.
  public var ring: KeyRing? { keys?.ring }

  public init(signedIn: SignedIn, keys: ServerRing?) {
    self.signedIn = signedIn
    self.keys = keys
  }
}

/// The ways into an account, with the keys that a sealed one needs.
///
/// The password of a sealed account stays on this device: the server gets a proof.
public struct AccountEntrance: Sendable {
  /// The minimum length of a password that no server can check.
  ///
  /// Source: NIST SP 800-63B-4, 3.1.1.2, for a password that is the only factor.
  private static let leastCharacters = 15

  let client: ServerClient
  /// The name of this device among others of the account.
  let device: String
  let home: Home

  /// - Parameter home: the home to be linked. Keys that it has of the account are not lost.
  public init(_ client: ServerClient, device: String, home: Home) {
    self.client = client
    self.device = device
    self.home = home
  }

  // MARK: Signing up

  /// Checks an address before its owner is asked for a password that the server will get.
  ///
  /// - Throws: a ``DomainError`` if it may belong to a sealed account, whose password no server
  ///   must get.
  public func check(signUpOf email: String, invitation: String?) async throws {
    do {
      try await client.checkSignUp(email: email, invitation: invitation)
    } catch let error as DomainError where error.code == "sealed-account" {
      throw DomainError(
        error.code,
        "There is an account with this address already. It is sealed, and the server must not get its "
          + "password. Nothing was changed: sign in with  trellis sync login \(client.origin)"
      )
    } catch let error as DomainError where error.code == "not-found" {
      // A server of an earlier version only says how to sign in, which it may have made up.
      guard try await client.signInParameters(of: email).sealed != nil else { return }
      throw DomainError(
        "maybe-sealed",
        "There may be a sealed account with this address, whose password the server must not get, and "
          + "this server is too old to tell. Nothing was changed: if you have one, sign in with  trellis "
          + "sync login \(client.origin) , otherwise make your account in a browser there."
      )
    }
  }

  /// Creates an account.
  ///
  /// - Parameter phrase: what opens a sealed account without its password; nil creates an account
  ///   that the server can read, after ``check(signUpOf:invitation:)``. The person must have it
  ///   before.
  public func signUp(
    email: String,
    password: String,
    invitation: String?,
    phrase: RecoveryPhrase?
  ) async throws -> AccountAccess {
    try AccountEntrance.check(isNoPhrase: password)
    guard let phrase else {
      let signedIn = try await client.signUp(
        email: email,
        password: password,
        invitation: invitation,
        sealed: nil,
        device: device
      )
      return AccountAccess(signedIn: signedIn, keys: nil)
    }
    let ring = KeyRing.new(recovery: try phrase.recoveryKey)
    let new = try await AccountEntrance.newPassword(password, for: ring)
    do {
      let signedIn = try await client.signUp(
        email: email,
        password: new.proof,
        invitation: invitation,
        sealed: new.sealed,
        device: device
      )
      let keys = ServerRing(ring: ring, document: new.sealed.keys)
      return try await checked(AccountAccess(signedIn: signedIn, keys: keys), isSealed: true)
    } catch let error as DomainError where AccountEntrance.mayHaveArrived(error) {
      // A second attempt would have another proof, and look like a wrong password.
      throw DomainError(
        error.code,
        "\(error.message) The account may be made already: try  trellis sync login \(client.origin)"
      )
    }
  }

  /// Whether the server may have done what it was asked although its answer was lost.
  public static func mayHaveArrived(_ error: DomainError) -> Bool {
    ["connection-cut", "server-slow"].contains(error.code)
  }

  /// Checks a password before any request that depends on it.
  ///
  /// - Throws: a ``DomainError`` if it is too short for a sealed account, or a recovery phrase.
  public static func check(sealedPassword password: String) throws(DomainError) {
    try check(isNoPhrase: password)
    guard password.count >= leastCharacters else {
      throw DomainError(
        "weak-password",
        "The password of a sealed account needs at least \(leastCharacters) characters, since "
          + "whoever gets the server's data can try as many as they like. Nothing was sent: take a "
          + "longer one, such as five random words."
      )
    }
  }

  /// Checks that no recovery phrase is about to be used as a password.
  ///
  /// A server that gets the phrase could open everything with it, and soon find it if there is a
  /// typo in it.
  ///
  /// - Throws: a ``DomainError`` for a phrase, also for one with typos.
  public static func check(isNoPhrase password: String) throws(DomainError) {
    guard !RecoveryPhrase.resembles(password) else {
      throw DomainError(
        "phrase-no-password",
        "That is a recovery phrase, not a password. Nothing was sent or changed. If the password "
          + "is lost, the phrase sets a new one:  trellis sync recover ADDRESS  with the server's "
          + "address, and with a code from whoever runs it."
      )
    }
  }

  static func newPassword(
    _ password: String,
    for ring: KeyRing
  ) async throws -> (proof: String, sealed: SealedPassword) {
    try check(sealedPassword: password)
    let parameters = PasswordParameters.new()
    let keys = try await derive(password, parameters)
    let document = try ring.sealed(for: keys.wrapping)
    return (keys.proof, SealedPassword(parameters: parameters, keys: document))
  }

  /// Takes half a second of processor time, and 128 MiB.
  static func derive(
    _ password: String,
    _ parameters: PasswordParameters
  ) async throws -> PasswordKeys {
    try await Loop.offload { try PasswordKeys(password: password, parameters: parameters) }
  }

  // MARK: Signing in

  /// Whether the account of an address must be sealed, as this home has had a sealed one with it.
  ///
  /// What is known here is not asked of a server, which might be another one or lie.
  ///
  /// - Throws: a ``DomainError`` if a file of the home cannot be read.
  public func expectsSealedAccount(of email: String) throws(DomainError) -> Bool {
    try home.sync.expectsSealedAccount(of: email, at: client.origin)
  }

  /// Signs in with a password.
  ///
  /// - Parameter mustBeSealed: sends nothing unless the account is sealed. A server that is not
  ///   trusted could otherwise ask for the password itself.
  public func signIn(
    email: String,
    password: String,
    mustBeSealed: Bool
  ) async throws -> AccountAccess {
    try AccountEntrance.check(isNoPhrase: password)
    let parameters = try await client.signInParameters(of: email).sealed
    guard let parameters else {
      guard !mustBeSealed else { throw AccountEntrance.notSealed }
      let signedIn = try await client.signIn(email: email, password: password, device: device)
      return try await checked(AccountAccess(signedIn: signedIn, keys: nil), isSealed: false)
    }
    let keys = try await AccountEntrance.derive(password, parameters)
    let signedIn = try await client.signIn(email: email, password: keys.proof, device: device)
    let newest = try await client.orSignOut(signedIn.token) {
      try await newestRing(of: signedIn, keys)
    }
    return try await checked(AccountAccess(signedIn: signedIn, keys: newest), isSealed: true)
  }

  private static let notSealed = DomainError(
    "not-sealed",
    "The server says that this account is not sealed, and asks for the password itself. Nothing was "
      + "sent: if it should be sealed, ask whoever runs the server. Otherwise leave out --sealed, or, "
      + "if this device had a sealed account with this address before, let it in by  trellis sync login "
      + "--code"
  )

  /// Checks that an account is what the server has said before.
  ///
  /// - Throws: a ``DomainError`` if it is not; the session is ended then.
  func checked(_ access: AccountAccess, isSealed: Bool) async throws -> AccountAccess {
    guard access.signedIn.account.isSealed == isSealed else {
      await client.abandon(access.signedIn.token)
      throw DomainError(
        "answer-unreadable",
        "The server says both that this account is sealed and that it is not. Nothing was changed: "
          + "ask whoever runs the server."
      )
    }
    return access
  }

  // MARK: Signing in by another device

  /// Starts to wait until another device grants access to this one.
  public func makeCode() async throws -> DeviceCode {
    try await client.makeDeviceCode(device: device)
  }

  /// Waits until another device has granted access to this one (RFC 8628, 3.4 and 3.5).
  ///
  /// - Parameter pause: waits for the given number of seconds.
  /// - Throws: a ``DomainError`` if the code has expired or was denied.
  public func wait(
    for code: DeviceCode,
    pause: (Int) async throws -> Void
  ) async throws -> SignedIn {
    var interval = max(1, code.interval)
    var waited = 0
    while waited < code.expiresIn {
      try await pause(interval)
      waited += interval
      do {
        if let signedIn = try await client.redeem(code) { return signedIn }
      } catch let error as DomainError {
        guard let longer = AccountEntrance.interval(after: error, interval) else { throw error }
        interval = longer
      }
    }
    throw DomainError(
      "expired-code",
      "Nobody has let this device in within \(max(1, code.expiresIn / 60)) minutes, and the code has "
        + "expired. Nothing was changed: begin again."
    )
  }

  /// The pause after a temporary error; nil for a permanent one.
  private static func interval(after error: DomainError, _ interval: Int) -> Int? {
    switch error.code {
    case "slow-down": interval + 5
    case "server-unreachable", "server-slow", "connection-cut", "server-unavailable", "busy":
      min(interval * 2, 60)
    default: nil
    }
  }

  /// Checks that an account to which another device has granted access is sealed.
  ///
  /// - Throws: a ``DomainError`` if it is not; the session is ended then.
  public func require(sealed signedIn: SignedIn) async throws {
    guard !signedIn.account.isSealed else { return }
    await client.abandon(signedIn.token)
    throw DomainError(
      "not-sealed",
      "The account that let this device in is not sealed: the server can read it. Nothing was sent: "
        + "leave out --sealed if that is the one you mean. If it should be sealed, ask whoever runs "
        + "the server."
    )
  }

  /// Opens the key ring of a sealed account, after another device has granted access, with the
  /// password or the recovery phrase.
  ///
  /// - Parameters:
  ///   - attempts: how often the person may type it, as another mistake would cost a new code.
  ///   - ask: asks for it; gets what was wrong with the last one.
  public func openKeys(
    of signedIn: SignedIn,
    attempts: Int,
    asking ask: (DomainError?) throws -> String
  ) async throws -> ServerRing {
    var (mistake, left): (DomainError?, Int) = (nil, attempts)
    while true {
      let typed = try ask(mistake)
      left -= 1
      do {
        if let phrase = try RecoveryPhrase.recognized(in: typed) {
          return try await openKeys(of: signedIn, phrase: phrase)
        }
        return try await openKeys(of: signedIn, password: typed)
      } catch let error as DomainError where left > 0 && AccountEntrance.isMistake(error) {
        mistake = error
      }
    }
  }

  /// Whether something else may have been typed than was meant.
  private static func isMistake(_ error: DomainError) -> Bool {
    error.code == "key-ring-locked" || error.code.hasPrefix("recovery-phrase-")
  }

  /// Opens the key ring of a sealed account after another device has granted access.
  public func openKeys(of signedIn: SignedIn, password: String) async throws -> ServerRing {
    guard let parameters = try await client.signInParameters(of: signedIn.account.email).sealed
    else {
      throw SyncAccount.notSealed
    }
    let keys = try await AccountEntrance.derive(password, parameters)
    return try await newestRing(of: signedIn, keys)
  }

  private func newestRing(
    of signedIn: SignedIn,
    _ keys: PasswordKeys
  ) async throws -> ServerRing {
    let held = try home.sync.loadKeys(of: signedIn.account.id, at: client.origin)
    return try await client.signedIn(signedIn.token).newestRing(held, keys).found
  }

  /// Opens the key ring with the recovery phrase.
  public func openKeys(of signedIn: SignedIn, phrase: RecoveryPhrase) async throws -> ServerRing {
    let document = try await client.signedIn(signedIn.token).keys()
    let ring = try await Loop.offload { try KeyRing.open(document, recoveryPhrase: phrase) }
    return ServerRing(ring: ring, document: document)
  }
}
