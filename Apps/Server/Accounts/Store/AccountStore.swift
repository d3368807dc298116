import Core
import FileSystem
import Glibc
import ServerStorage

/// The accounts of a server: passwords, sessions, invitations, and the ownership of spaces.
///
/// It knows no HTTP. Every call is on disk when it returns, and has changed nothing when it throws.
/// The database and the hashing of passwords run on threads of their own.
///
/// The account of a call is determined by the caller's session (``authenticate(_:)``), never by the
/// contents of a request (OWASP ASVS 5.0, 8.2.2).
public final class AccountStore: Sendable {
  /// Where accounts are kept.
  public struct Files: Sendable {
    public var database: StorePlace
    /// The ledger of erasures, which must be kept beside the backups and not in them.
    ///
    /// Nodes that use the same database also share one there, of which this is a copy.
    public var erasures: String
    /// A file of at least 32 bytes that is mixed into passwords, and that nobody else can read.
    ///
    /// Nil for none. Without it nobody could sign in any more, so a store whose passwords need it
    /// is not opened then.
    public var pepper: String?

    public init(database: String, erasures: String, pepper: String? = nil) {
      self.init(in: .file(database), erasures: erasures, pepper: pepper)
    }

    public init(in database: StorePlace, erasures: String, pepper: String? = nil) {
      self.database = database
      self.erasures = erasures
      self.pepper = pepper
    }
  }

  /// The tables of accounts, for programs that move them elsewhere.
  package static let schema = AccountsSchema.schema

  public let policy: AccountPolicy
  let tables: StoreTables<AccountsError>
  let recentCallers = RecentCallers()
  let hasher: PasswordHasher
  let attempts: AttemptLimiter
  let polls: DevicePolls
  let ledger: ErasureLedger
  let clock: any WallClock
  let random: RandomBytes
  /// The secret from which the answers for addresses without an account are derived.
  let secret: [UInt8]
  private let listener: @Sendable (SecurityEvent) -> Void
  /// The notice to an account's channels when one of its sessions begins; nil for none.
  let announcement: Announcement

  public typealias Announcement = @Sendable (Session) -> OutgoingNotice?

  /// Opens the accounts, and creates their file or their tables if they do not exist.
  ///
  /// Blocks the caller.
  ///
  /// - Parameters:
  ///   - patience: milliseconds to wait for other programs that write to the file.
  ///   - random: the source of secrets and ids.
  ///   - announcement: the notice to an account's channels when one of its sessions begins; it has no
  ///     effects of its own, since it may be asked for twice.
  ///   - listener: receives events after they are on disk, on any thread.
  /// - Throws: ``AccountsError/store(_:)`` for a file or tables that cannot be used; they are
  ///   unchanged then.
  public convenience init(
    _ files: Files,
    policy: AccountPolicy = AccountPolicy(),
    patience: Int = 5000,
    clock: any WallClock = SystemClock(),
    random: @escaping RandomBytes = { RandomToken.bytes($0) },
    announcement: @escaping Announcement = { _ in nil },
    listener: @escaping @Sendable (SecurityEvent) -> Void = { _ in }
  ) throws(AccountsError) {
    let pepper = try Pepper.read(files.pepper)
    let hasher = PasswordHasher(
      parameters: policy.scrypt,
      queue: policy.hashingQueue,
      pepper: pepper,
      random: random
    )
    try self.init(
      files,
      policy: policy,
      patience: patience,
      clock: clock,
      random: random,
      hasher: hasher,
      pepper: pepper,
      announcement: announcement,
      listener: listener
    )
  }

  init(
    _ files: Files,
    policy: AccountPolicy,
    patience: Int,
    clock: any WallClock,
    random: @escaping RandomBytes,
    hasher: PasswordHasher,
    pepper: Pepper?,
    announcement: @escaping Announcement = { _ in nil },
    listener: @escaping @Sendable (SecurityEvent) -> Void
  ) throws(AccountsError) {
    self.policy = policy
    self.hasher = hasher
    self.clock = clock
    self.random = random
    self.announcement = announcement
    self.listener = listener
    attempts = AttemptLimiter(policy.attempts, clock: clock)
    polls = DevicePolls(interval: policy.deviceCodes.interval)
    do throws(StoreFailure) {
      ledger = try ErasureLedger(files.erasures, "accounts", in: files.database)
    } catch { throw .store(error) }
    let tables = try StoreTables<AccountsError>(
      files.database,
      AccountsSchema.schema,
      patience: patience
    )
    self.tables = tables
    let pepperID = pepper?.id
    secret = try tables.writeNow { database in
      try MigrationMark.takeOver(database)
      try Pepper.require(pepperID, in: database)
      if let known = try database.first(
        "SELECT value FROM meta WHERE name = 'secret'",
        read: { $0.blob(0) }
      ) {
        return known
      }
      let secret = random(32)
      try database.run("INSERT INTO meta VALUES ('secret', ?)", .blob(secret))
      return secret
    }
  }

  /// The number of passwords that are being hashed or wait for it.
  public var waitingPasswords: Int { hasher.depth }

  func report(
    _ kind: SecurityEvent.Kind,
    _ account: AccountID? = nil,
    session: SessionID? = nil
  ) {
    listener(SecurityEvent(kind: kind, account: account, session: session, at: clock.now()))
  }

  /// Checks the permission for a call about others.
  ///
  /// - Throws: ``AccountsError/administratorsOnly``, and the errors of
  ///   ``AccountRow/active(_:in:)``.
  static func require(_ authority: Authority, in database: any StoreConnection) throws {
    guard case .account(let id) = authority else { return }
    guard try AccountRow.active(id, in: database).account.role == .administrator else {
      throw AccountsError.administratorsOnly
    }
  }
}

extension Pepper {
  private static let fewest = 32

  /// Reads the secret in a file; nil for no file.
  ///
  /// Unlike other secrets it is never created again: all passwords would be lost with it.
  fileprivate static func read(_ path: String?) throws(AccountsError) -> Pepper? {
    guard let path else { return nil }
    do throws(FileError) {
      let bytes: [UInt8]?
      if isCredential(path) {
        bytes = try? FileContents.read(path, limit: 4096, allowsPipes: false)
      } else {
        bytes = try PrivateFile.read(path, limit: 4096)
      }
      if let bytes, bytes.count >= fewest { return Pepper(bytes) }
    } catch { throw .store(.system(error.code, StoreName("accounts", path))) }
    throw .store(
      StoreFailure(
        code: .unavailable,
        message:
          "The pepper of the passwords, \(path), is missing, has fewer than \(fewest) bytes, or "
          + "can be read by others. Nothing was changed. Put the file back, with mode 0600; if "
          + "there was none before, make it with  head -c 32 /dev/urandom .",
        detail: path
      )
    )
  }

  /// Whether systemd keeps the file for this service alone, by rights that its mode does not show.
  ///
  /// Source: systemd.exec(5), "Credentials".
  private static func isCredential(_ path: String) -> Bool {
    guard let folder = getenv("CREDENTIALS_DIRECTORY").map({ String(cString: $0) }),
      folder.hasPrefix("/"), path.hasPrefix(folder + "/")
    else { return false }
    return !path.dropFirst(folder.count + 1).contains("/")
  }

  /// - Throws: an ``AccountsError`` if passwords were hashed with a pepper other than this one.
  fileprivate static func require(_ id: [UInt8]?, in database: any StoreConnection) throws {
    let isOther = try database.has(
      "SELECT 1 FROM accounts WHERE pepper IS NOT NULL AND pepper IS DISTINCT FROM ? LIMIT 1",
      .blob(id)
    )
    guard isOther else { return }
    throw AccountsError.store(
      StoreFailure(
        code: .unavailable,
        message: "Passwords on this server were hashed with another pepper, so nobody with such a "
          + "password could sign in. Nothing was changed. Put back the file with that pepper.",
        detail: "pepper"
      )
    )
  }
}
