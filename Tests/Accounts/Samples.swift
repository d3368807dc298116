import Core
import EngineDriving
import Locks
import StoreTesting
import Testing

@testable import Accounts
@testable import ServerStorage

/// Noon of a day in November 2026.
let noon = Instant(seconds: 1_795_176_000)
let good = "a quite long password"
let phone = SessionClient(name: "My phone", product: "sober", kind: .device)
let browser = SessionClient(name: "Firefox", product: "sober", kind: .browser)

/// Takes a millisecond, so that tests need not wait.
let quick = ScryptParameters(logN: 4, r: 1, p: 1) ?? .standard

/// A store with a clock and random bytes that a test decides.
struct Bench: Sendable {
  let spot: TestSpot
  let store: AccountStore
  let clock: ManualClock
  private let seen: SharedLocked<[SecurityEvent]>

  init(
    _ spot: TestSpot,
    seed: UInt64 = 1,
    at now: Instant = noon,
    pepper: String? = nil,
    patience: Int = 5000,
    _ change: (inout AccountPolicy) -> Void = { _ in }
  ) throws(AccountsError) {
    var policy = AccountPolicy()
    policy.signUp = .open
    policy.scrypt = quick
    change(&policy)
    let seen = SharedLocked<[SecurityEvent]>([])
    self.spot = spot
    self.seen = seen
    clock = ManualClock(now)
    store = try AccountStore(
      AccountStore.Files(
        in: spot.place("accounts.db"),
        erasures: "\(spot.folder)/erasures",
        pepper: pepper
      ),
      policy: policy,
      patience: patience,
      clock: clock,
      random: seeded(seed),
      listener: { event in seen.withLock { $0.append(event) } }
    )
  }

  /// A store in a file.
  init(
    _ folder: String,
    seed: UInt64 = 1,
    at now: Instant = noon,
    pepper: String? = nil,
    patience: Int = 5000,
    _ change: (inout AccountPolicy) -> Void = { _ in }
  ) throws(AccountsError) {
    try self.init(
      TestSpot(folder),
      seed: seed,
      at: now,
      pepper: pepper,
      patience: patience,
      change
    )
  }

  var folder: String { spot.folder }

  var events: [SecurityEvent] { seen.withLock { $0 } }

  var now: Instant { clock.now() }

  func pass(seconds: Int64) { clock.set(clock.now().advanced(bySeconds: seconds)) }

  @discardableResult
  func signUp(
    _ email: String = "ann@example.org",
    _ password: String = good,
    invitation: String? = nil,
    sealed: SealedPassword? = nil,
    _ client: SessionClient = phone,
    from address: String = "192.0.2.1"
  ) async throws(AccountsError) -> SignedIn {
    let signIn = SignInRequest(email: email, password: password, client: client, address: address)
    return try await store.signUp(SignUpRequest(signIn, invitation: invitation, sealed: sealed))
  }

  @discardableResult
  func signIn(
    _ email: String = "ann@example.org",
    _ password: String = good,
    _ client: SessionClient = phone,
    from address: String = "192.0.2.1"
  ) async throws(AccountsError) -> SignedIn {
    try await store.signIn(
      SignInRequest(email: email, password: password, client: client, address: address)
    )
  }

  func caller(_ signedIn: SignedIn) -> Caller {
    Caller(account: signedIn.account, session: signedIn.session)
  }
}

/// Calls `body` with a new store of each kind: in a file, and in PostgreSQL where it is installed.
func withBench(
  _ change: (inout AccountPolicy) -> Void = { _ in },
  _ body: (Bench) async throws -> Void
) async throws {
  try await onEachSpot { spot in try await body(try Bench(spot, change)) }
}

/// Calls `body` with a store in a file of a new folder.
func withFileBench(_ body: (Bench) async throws -> Void) async throws {
  try await withFolder { folder in try await body(try Bench(folder)) }
}

extension AccountStore {
  /// Answers a device in the session of somebody who is signed in.
  func answerDevice(
    _ userCode: String,
    approves: Bool,
    by signedIn: SignedIn
  ) async throws(AccountsError) {
    let (account, session) = (signedIn.account.id, signedIn.session.id)
    try await answerDevice(userCode, approves: approves, by: account, in: session)
  }
}

/// The error that `body` throws; nil if it throws none.
func refusal<T>(_ body: () async throws -> T) async -> AccountsError? {
  await thrown(AccountsError.self, body)
}

/// What a device sends for a sealed account.
func sealed(
  _ version: Int = 1,
  salt: UInt8 = 7,
  verifier: [UInt8]? = nil
) -> SealedPassword {
  SealedPassword(
    parameters: SealingParameters(
      salt: [UInt8](repeating: salt, count: 16),
      scrypt: .standard
    ),
    keyRing: ring(version, verifier: verifier)
  )
}

func ring(_ version: Int, verifier: [UInt8]? = nil) -> SealedKeyRing {
  SealedKeyRing(
    version: version,
    byPassword: [1, 2],
    byRecovery: [3],
    recoveryKey: [4, 5],
    keyVerifier: verifier
  )
}

func proof(_ digit: Character) -> String { String(repeating: digit, count: 64) }
