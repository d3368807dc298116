import Core
import Loop
import Sealing

/// The account of a home, and the actions of its device in it.
public struct LinkedAccount: Sendable {
  public let home: Home
  public let account: SyncAccount
  public let client: ServerClient

  /// The account that a home is linked to.
  ///
  /// - Throws: a ``DomainError``: `no-account`, or `signed-out` without a token.
  public static func of(_ home: Home) throws(DomainError) -> LinkedAccount {
    guard let account = try home.sync.loadAccount() else { throw SyncFiles.noAccount }
    let token = try home.sync.loadToken()
    let client = try ServerClient(account.server, token: token, authorities: account.authorities)
    return LinkedAccount(home: home, account: account, client: client)
  }

  /// What is left of the link after ``leave(_:)``.
  public struct Departure: Sendable, Equatable {
    /// False if the server could not be told, so that it lists the device for some time.
    public let isTold: Bool
    /// Whether the keys of a sealed account stay here, since the server may lack some.
    public let keepsKeys: Bool

    /// What to say about the keys that stay; nil if none do.
    public var keyWords: String? {
      guard keepsKeys else { return nil }
      return "The keys of your encrypted entries stay here too, since the server may lack some of "
        + "them: signing in again with the password gives it those."
    }
  }

  /// Signs this device out and unlinks the account; the local data stays.
  public static func leave(_ home: Home) async throws -> Departure {
    guard try home.sync.loadAccount() != nil else { throw SyncFiles.noAccount }
    let linked = try? LinkedAccount.of(home)
    let keepsKeys = await mayHoldKeysAlone(home, linked)
    return try await leave(home, linked, keepsKeys: keepsKeys)
  }

  /// Signs this device out and unlinks the account of a home whose files are deleted next.
  ///
  /// The server was asked about the keys before (``checkServerHasKeys(of:)``). They stay until the
  /// other files go.
  ///
  /// - Returns: whether the server could be told, or there is none.
  public static func leaveBeforeErasure(_ home: Home) async throws -> Bool {
    guard try home.sync.loadAccount() != nil else { return true }
    let linked = try? LinkedAccount.of(home)
    return try await leave(home, linked, keepsKeys: true).isTold
  }

  private static func leave(
    _ home: Home,
    _ linked: LinkedAccount?,
    keepsKeys: Bool
  ) async throws -> Departure {
    // A device that has lost its token can tell nothing.
    let isTold = try await linked?.signOut() ?? false
    try home.sync.unlinkAccount(keepsKeys: keepsKeys)
    return Departure(isTold: isTold, keepsKeys: keepsKeys)
  }

  /// Whether a home may have keys that the server lacks, since it was restored from a backup.
  ///
  /// The server's ring is sealed, and another device may have given it keys of its own under the
  /// number of this one. So the server has the keys for certain only if it still has the very ring
  /// from which they came.
  private static func mayHoldKeysAlone(_ home: Home, _ linked: LinkedAccount?) async -> Bool {
    guard (try? home.sync.loadKeys()) != nil else { return false }
    guard let linked, let confirmed = home.sync.confirmedRing,
      let given = try? await linked.client.keys()
    else { return true }
    return given.digest != confirmed
  }

  /// Checks that the server has the keys of a home whose files are about to be deleted.
  ///
  /// A server that cannot be asked keeps nobody from that.
  ///
  /// - Throws: a ``DomainError`` if the server went back to earlier ones.
  public static func checkServerHasKeys(of home: Home) async throws {
    guard let ring = try? home.sync.loadKeys(), let linked = try? LinkedAccount.of(home),
      let given = try? await linked.client.keys(), wentBack(home, from: ring, to: given)
    else { return }
    let words =
      "The server may lack keys of this device, since its data were restored from a backup: your "
      + "other devices could not read all that was entered here. Nothing was deleted: give it the keys "
      + "first, with the password and  trellis sync recover"
    throw DomainError(
      "keys-not-given",
      "\(words) , or unlink this device with  trellis sync logout  if they are not needed any more.",
      onPages: "\(words) , or unlink this computer if they are not needed any more."
    )
  }

  /// Whether the server's ring is not a continuation of the one that a home has: the server was
  /// restored from a backup.
  private static func wentBack(
    _ home: Home,
    from held: KeyRing,
    to given: KeyRingDocument
  ) -> Bool {
    guard given.version == held.version, let confirmed = home.sync.confirmedRing else {
      return given.version < held.version
    }
    // A server takes only one ring of each version.
    return given.digest != confirmed
  }

  /// Signs this device out; returns whether the server knows it now.
  private func signOut() async throws -> Bool {
    do {
      try await client.signOut()
      return true
    } catch let error as DomainError {
      // A device that is already signed out needs nothing more.
      return error.code == "signed-out"
    }
  }

  // MARK: The password

  /// Changes the password; all other devices are signed out.
  ///
  /// The entries of a sealed account get a new key from then on, which none of those can have.
  public func changePassword(from current: String, to new: String) async throws {
    for password in [current, new] { try AccountEntrance.check(isNoPhrase: password) }
    guard account.isSealed else {
      try await checkSession()
      return try await replacePassword(current, with: new, sealed: nil)
    }
    let keys = try await keys(of: current)
    let ring = try await newestRing(keys).adding()
    let replacement = try await AccountEntrance.newPassword(new, for: ring)
    try await replacePassword(keys.proof, with: replacement.proof, sealed: replacement.sealed)
    try home.sync.save(ring, as: replacement.sealed.keys)
  }

  private func replacePassword(
    _ current: String,
    with new: String,
    sealed: SealedPassword?
  ) async throws {
    do {
      try await client.changePassword(from: current, to: new, sealed: sealed)
    } catch let error as DomainError where AccountEntrance.mayHaveArrived(error) {
      // The former one would look mistyped, and this device would lack the new key.
      let way =
        sealed == nil
        ? "trellis sync password  takes it as the current one."
        : "trellis sync recover  takes it, and fetches the new key."
      throw DomainError(
        error.code,
        "\(error.message) The new password may be set already: then  \(way)"
      )
    }
  }

  /// Erases the account on the server, and unlinks it here; the local data stays.
  public func delete(password: String) async throws {
    let proof = try await proof(of: password)
    do {
      try await client.deleteAccount(password: proof)
    } catch let error as DomainError where AccountEntrance.mayHaveArrived(error) {
      // Signing in again, as a device that is signed out is told to, would be refused.
      throw DomainError(
        error.code,
        "\(error.message) The account may be erased already: then  trellis sync now  says that "
          + "this device is signed out, and  trellis sync logout  unlinks it. Otherwise "
          + "erase it again."
      )
    }
    try home.sync.unlinkAccount(remembers: false)
  }

  /// Returns all that the server keeps about the person beside their entries.
  public func data(password: String) async throws -> JSONValue {
    try await client.accountData(password: try await proof(of: password))
  }

  /// What the server gets of a password.
  private func proof(of password: String) async throws -> String {
    try AccountEntrance.check(isNoPhrase: password)
    if account.isSealed { return try await keys(of: password).proof }
    try await checkSession()
    return password
  }

  /// Checks that this device is still signed in, before the server gets a password.
  ///
  /// Otherwise the account may be another one, which was made with the same address after this one
  /// had been deleted, and which is sealed.
  private func checkSession() async throws { _ = try await client.account() }

  private func keys(of password: String) async throws -> PasswordKeys {
    try AccountEntrance.check(isNoPhrase: password)
    guard let parameters = try await client.signInParameters(of: account.email).sealed else {
      // The address of an account that was erased may belong to another one.
      try await checkSession()
      throw SyncAccount.notSealed
    }
    return try await AccountEntrance.derive(password, parameters)
  }

  private func newestRing(_ keys: PasswordKeys) async throws -> KeyRing {
    try await client.newestRing(try heldKeys(), keys).found.ring
  }

  // MARK: Other devices

  /// Signs another device out.
  ///
  /// - Parameter password: for a sealed account, whose entries get a new key from then on; nil
  ///   leaves the key unchanged.
  public func revoke(session: String, password: String?) async throws {
    try await revoke(password) { try await client.end(session: session) }
  }

  /// Signs all other devices out.
  public func revokeOthers(password: String?) async throws {
    try await revoke(password) { try await client.endOtherSessions() }
  }

  /// Gives the entries a new key first, which a device that is signed out next cannot have.
  private func revoke(_ password: String?, _ end: () async throws -> Void) async throws {
    if account.isSealed, let password {
      let keys = try await keys(of: password)
      let ring = try await newestRing(keys).adding()
      let document = try ring.sealed(for: keys.wrapping)
      try await client.replaceKeys(with: document)
      try home.sync.save(ring, as: document)
    }
    try await end()
  }

  // MARK: Keys

  /// What has come of fetching the newest key ring.
  public enum KeyRenewal: Sendable, Equatable {
    case nothingNew
    /// This device has got another ring than it had.
    case received
    /// The server has got keys that it lacked; this device may have got some as well.
    case given
  }

  /// Fetches the newest key ring of a sealed account to this device, and gives a server that was
  /// restored the keys that it lacks.
  public func renewKeys(password: String) async throws -> KeyRenewal {
    let keys = try await keys(of: password)
    let newest = try await client.newestRing(try heldKeys(), keys)
    let renewal = try keep(newest.found)
    return newest.isGiven ? .given : renewal
  }

  /// The keys of this device; nil if it has none, or damaged ones, which the server's replace.
  private func heldKeys() throws(DomainError) -> KeyRing? {
    try home.sync.loadKeys(of: account.account, at: account.server)
  }

  private func keep(_ found: ServerRing) throws -> KeyRenewal {
    guard try heldKeys() != found.ring else {
      home.sync.confirm(found.document)
      return .nothingNew
    }
    try home.sync.save(found.ring, as: found.document)
    return .received
  }

  /// Goes on without the entries at the server that no key opens which this device has.
  ///
  /// What is received so stays encrypted here for good; devices with the key can read it.
  ///
  /// - Throws: a ``DomainError`` if this device has no keys of the account.
  public func skipUnreadable() throws(DomainError) {
    guard let ring = try home.sync.loadKeys() else {
      throw DomainError(
        "no-keys",
        "This device has no keys of the account. Nothing was changed: get them with your password or "
          + "your recovery phrase, by  trellis sync recover"
      )
    }
    try home.sync.skipUnreadable(with: ring)
  }

  /// Gives the server what checks a proof of the keys of a sealed account, once.
  ///
  /// Accounts that were made before there was such a proof get it at the first sync of any of their
  /// devices. If that fails, the next sync tries again.
  func giveKeyVerifier() async {
    guard account.isSealed, !home.sync.hasGivenVerifier,
      let ring = (try? home.sync.loadKeys()) ?? nil
    else { return }
    guard (try? await client.setKeyVerifier(ring.keyVerifier)) != nil else { return }
    try? home.sync.noteVerifier()
  }

  /// Fetches the key ring to this device with the recovery phrase.
  ///
  /// - Throws: a ``DomainError`` with the code `password-needed` if the server lacks keys, which
  ///   can be given to it only with the password.
  public func renewKeys(phrase: RecoveryPhrase) async throws -> KeyRenewal {
    let document = try await client.keys()
    let ring = try await Loop.offload { try KeyRing.open(document, recoveryPhrase: phrase) }
    if let held = try heldKeys() {
      guard try held.united(with: ring) == ring else { throw LinkedAccount.passwordNeeded }
    }
    return try keep(ServerRing(ring: ring, document: document))
  }

  /// What to say once a home is linked; nil if the server has all of its keys.
  ///
  /// Whoever signs in with the recovery phrase has not given it those that it lacks: that takes the
  /// password.
  ///
  /// - Parameter given: the ring that the server gave; nil for an account that is not sealed.
  public static func keyWords(in home: Home, given: KeyRing?) -> String? {
    guard let given, let kept = try? home.sync.loadKeys(), kept.newest > given.newest else {
      return nil
    }
    return "The server lacks keys of this device, since its data were restored from a backup: your "
      + "other devices cannot read all that is entered here. To give it those keys, type the password:  "
      + "trellis sync recover"
  }

  private static let passwordNeeded = DomainError(
    "password-needed",
    "The server lacks keys of this device: its data were restored from a backup. Nothing was changed. "
      + "To give it the keys of this device, type the password instead of the phrase:  "
      + "trellis sync recover"
  )
}
