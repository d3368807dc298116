import Core
import EngineDriving
import FileSystem
import Friends
import Glibc
import Locks
import ServerStorage
import StoreTesting
import Testing

/// Noon of a day in November 2026.
let noon = Instant(seconds: 1_795_176_000)
let ann = AccountID(rawValue: 1)
let bob = AccountID(rawValue: 2)
let cleo = AccountID(rawValue: 3)

/// A store with a clock and random bytes that a test decides.
struct FriendBench: Sendable {
  let spot: TestSpot
  let store: FriendStore
  let clock: ManualClock

  init(
    _ spot: TestSpot,
    seed: UInt64 = 1,
    at now: Instant = noon,
    _ change: (inout FriendsPolicy) -> Void = { _ in }
  ) throws(FriendsError) {
    var policy = FriendsPolicy()
    change(&policy)
    self.spot = spot
    clock = ManualClock(now)
    store = try FriendStore(
      in: spot.place("friends.db"),
      takedowns: "\(spot.folder)/friends.db.erased.log",
      policy: policy,
      clock: clock,
      random: seeded(seed)
    )
  }

  /// A store in a file.
  init(
    _ folder: String,
    seed: UInt64 = 1,
    at now: Instant = noon,
    _ change: (inout FriendsPolicy) -> Void = { _ in }
  ) throws(FriendsError) {
    try self.init(TestSpot(folder), seed: seed, at: now, change)
  }

  var folder: String { spot.folder }

  func pass(seconds: Int64) { clock.set(clock.now().advanced(bySeconds: seconds)) }

  /// The file that says what is not to come back.
  var ledger: String { "\(folder)/friends.db.erased.log" }

  func backUp() throws {
    for suffix in ["", "-wal"] {
      let bytes = try FileContents.read("\(folder)/friends.db\(suffix)")
      try AtomicFile.write(bytes, to: "\(folder)/backup.db\(suffix)")
    }
  }

  /// The store with the backup in place; the ledger beside it is as new as ever.
  func restored() throws -> FriendStore {
    try FriendStore("\(folder)/backup.db", takedowns: ledger, clock: clock)
  }

  /// Names people, Ann, Bob and Cleo in this order.
  func name(_ accounts: AccountID...) async throws(FriendsError) {
    for account in accounts {
      try await store.setName(["Ann", "Bob", "Cleo"][Int(account.rawValue) - 1], of: account)
    }
  }

  /// Makes two named people friends; `b` accepts.
  @discardableResult
  func befriend(_ a: AccountID, _ b: AccountID) async throws(FriendsError) -> Friend {
    let code = try await store.invite(by: a).code
    let friend = try await store.accept(code, by: b)
    try await store.deliver()
    return friend
  }

  func id(_ account: AccountID) async throws -> PersonID {
    try #require(try await store.person(of: account)?.id)
  }

  @discardableResult
  func share(
    _ milestone: String = "streaks/1/7",
    by account: AccountID = ann,
    title: String? = nil,
    unit: String = "day",
    text: String? = nil
  ) async throws(FriendsError) -> (post: Post, isNew: Bool) {
    try await store.share(
      NewPost(achievement: achievement(title, unit: unit), text: text, milestone: milestone),
      by: account
    )
  }

  func achievement(_ title: String? = nil, unit: String = "day") -> Achievement {
    Achievement(
      product: "streaks",
      subject: .habit,
      title: title,
      level: 7,
      unit: unit,
      day: Day(number: 20_778),
      done: 7,
      later: 2
    )
  }
}

/// Calls `body` with a new store of each kind: in a file, and in PostgreSQL where it is installed.
func withBench(
  _ change: (inout FriendsPolicy) -> Void = { _ in },
  _ body: (FriendBench) async throws -> Void
) async throws {
  try await onEachSpot { spot in try await body(try FriendBench(spot, change)) }
}

/// The error that `body` throws; nil if it throws none.
func refusal<T>(_ body: () async throws -> T) async -> FriendsError? {
  await thrown(FriendsError.self, body)
}
