import Core
import Locks
import ServerStorage

/// The friendships of a server: who knows whom, what they have shared, and their notices.
///
/// It knows neither HTTP nor spaces: the content of a post was found in its owner's journal before.
/// Every call is on disk when it returns, and has changed nothing when it throws. The database
/// runs on threads of its own.
///
/// The actor of a call is determined by the caller's session, never by the contents of a request
/// (OWASP ASVS 5.0, 8.2.2). Other people are identified by random ids, and nobody learns that they
/// were hidden, blocked or left.
public final class FriendStore: Sendable {
  /// The tables of friendships, for programs that move them elsewhere.
  package static let schema = FriendsSchema.schema

  public let policy: FriendsPolicy
  let tables: StoreTables<FriendsError>
  /// The ledger of what people took down, which must be kept beside the backups and not in them.
  let ledger: ErasureLedger
  let clock: any WallClock
  let random: RandomBytes
  /// What the tables say about suspended accounts; see ``hide(suspended:)``.
  let suspensions = SharedLocked(WrittenSuspensions())

  /// Opens the friendships, and creates their file or their tables if they do not exist.
  ///
  /// Blocks the caller.
  ///
  /// - Parameters:
  ///   - takedowns: the ledger of what people took down; nodes that use the same database also share
  ///     one there, of which this is a copy.
  ///   - patience: milliseconds to wait for other programs that write to the file.
  ///   - random: the source of codes and ids.
  /// - Throws: ``FriendsError/store(_:)`` for a file or tables that cannot be used; they are
  ///   unchanged then.
  public init(
    in place: StorePlace,
    takedowns: String,
    policy: FriendsPolicy = FriendsPolicy(),
    patience: Int = 5000,
    clock: any WallClock = SystemClock(),
    random: @escaping RandomBytes = { RandomToken.bytes($0) }
  ) throws(FriendsError) {
    self.policy = policy
    self.clock = clock
    self.random = random
    do throws(StoreFailure) {
      ledger = try ErasureLedger(takedowns, "friends", in: place)
    } catch { throw .store(error) }
    tables = try StoreTables(place, FriendsSchema.schema, patience: patience)
  }

  /// Opens the friendships in a file, and creates it if it does not exist.
  ///
  /// - Parameters:
  ///   - path: the database; `-wal`, `-shm` and `.lock` are beside it.
  ///   - takedowns: the ledger of what people took down; beside the database by default.
  /// - Throws: as the initializer for any place.
  public convenience init(
    _ path: String,
    takedowns: String? = nil,
    policy: FriendsPolicy = FriendsPolicy(),
    patience: Int = 5000,
    clock: any WallClock = SystemClock(),
    random: @escaping RandomBytes = { RandomToken.bytes($0) }
  ) throws(FriendsError) {
    try self.init(
      in: .file(path),
      takedowns: takedowns ?? "\(path).erased.log",
      policy: policy,
      patience: patience,
      clock: clock,
      random: random
    )
  }

  // MARK: Oneself

  /// The person that friends see; nil as long as they have no name.
  public func person(of account: AccountID) async throws(FriendsError) -> Person? {
    try await tables.read { try Person.find(account, in: $0) }
  }

  /// Sets the name that friends see.
  ///
  /// - Throws: ``FriendsError``: `badName`.
  @discardableResult
  public func setName(_ name: String, of account: AccountID) async throws(FriendsError) -> Person {
    let name = try Person.checked(name: name)
    let (id, now): (PersonID, Instant) = (Secret.id(random), clock.now())
    return try await tables.write {
      try Person.rename(account, to: name, new: id, at: now, in: $0)
    }
  }

  /// Returns the account of a friend, for reading what they share.
  ///
  /// - Throws: ``FriendsError``: `unknownPerson` unless they are friends at this moment.
  public func account(
    of friend: PersonID,
    for account: AccountID
  ) async throws(FriendsError) -> AccountID {
    let found: AccountID? = try await tables.read { database in
      try database.first(
        """
        SELECT p.account FROM people me JOIN friendships f ON f.person = me.id
        JOIN people p ON p.id = f.friend WHERE me.account = ? AND f.friend = ?
        """,
        .id(account),
        .id(friend),
        read: { try $0.id(0) }
      )
    }
    guard let found else { throw .unknownPerson }
    return found
  }
}
