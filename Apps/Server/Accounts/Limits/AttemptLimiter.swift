import Core
import Locks

/// Limits attempts to guess a secret, before anything is computed for them.
///
/// The counts are in memory: a restart of the server gives everybody their attempts back.
///
/// Source: OWASP ASVS 5.0, 2.4.1, 6.1.1 and 6.3.1.
final class AttemptLimiter: Sendable {
  private struct State: ~Copyable {
    var accounts: TokenBuckets
    var addresses: TokenBuckets
    var questions: TokenBuckets
    var userCodes: TokenBuckets
    /// Accounts at addresses from which their owner has signed in.
    var familiar: TokenBuckets
    /// Those pairs, oldest first.
    var known = RecentNames()
  }

  private let state: Locked<State>
  private let clock: any WallClock
  private let most: Int

  init(_ policy: AttemptPolicy, clock: any WallClock) {
    let most = policy.remembered
    state = Locked(
      State(
        accounts: TokenBuckets(policy.account, most: most),
        addresses: TokenBuckets(policy.address, most: most),
        questions: TokenBuckets(policy.questions, most: most),
        userCodes: TokenBuckets(policy.userCodes, most: most),
        familiar: TokenBuckets(policy.account, most: most)
      )
    )
    self.clock = clock
    self.most = most
  }

  /// The number of remembered names, of all kinds.
  var count: Int {
    state.withLock { state in
      state.accounts.count + state.addresses.count + state.questions.count + state.userCodes.count
        + state.familiar.count + state.known.count
    }
  }

  /// Takes an attempt at the password of an account.
  ///
  /// Attempts from an address where the owner has signed in before are counted separately: nobody
  /// can keep a person out by guessing wrong elsewhere.
  ///
  /// - Parameters:
  ///   - account: any text that identifies it, even if it does not exist.
  ///   - address: nil for requests of a session, which has proven itself.
  /// - Throws: ``AccountsError/tooManyAttempts(retryAfter:)``.
  func takePassword(_ account: String, from address: String?) throws(AccountsError) {
    let now = clock.now().milliseconds
    let (account, pair) = (UInt128(hashing: account), AttemptLimiter.pair(account, address))
    let address = address.map { UInt128(hashing: $0) }
    try check(
      state.withLock { state in
        let isFamiliar = pair.map { state.known.contains($0) } ?? false
        var wait = address.map { state.addresses.wait($0, at: now) } ?? 0
        if isFamiliar, let pair {
          wait = max(wait, state.familiar.wait(pair, at: now))
        } else {
          wait = max(wait, state.accounts.wait(account, at: now))
        }
        guard wait == 0 else { return wait }
        if let address { state.addresses.take(address, at: now) }
        if isFamiliar, let pair {
          state.familiar.take(pair, at: now)
        } else {
          state.accounts.take(account, at: now)
        }
        return 0
      }
    )
  }

  /// Records that the attempt was right, which gives it back to the account.
  func succeed(_ account: String, from address: String?) {
    let now = clock.now().milliseconds
    let (account, pair) = (UInt128(hashing: account), AttemptLimiter.pair(account, address))
    state.withLock { state in
      guard let pair else { return state.accounts.giveBack(account, at: now) }
      if state.known.contains(pair) {
        state.familiar.giveBack(pair, at: now)
      } else {
        state.accounts.giveBack(account, at: now)
        state.known.insert(pair, most: most)
      }
    }
  }

  /// Takes an attempt of an address for an invitation or a link.
  func takeSecret(from address: String) throws(AccountsError) {
    try take(address) { state, name, now in attempt(&state.addresses, name, now) }
  }

  /// Takes a question of an address.
  func takeQuestion(from address: String) throws(AccountsError) {
    try take(address) { state, name, now in attempt(&state.questions, name, now) }
  }

  /// Takes an attempt of an account at the code of a device.
  func takeUserCode(_ account: AccountID) throws(AccountsError) {
    try take(account.description) { state, name, now in attempt(&state.userCodes, name, now) }
  }

  /// Records that the code was right, which gives the attempt back.
  func succeedUserCode(_ account: AccountID) {
    let (name, now) = (UInt128(hashing: account.description), clock.now().milliseconds)
    state.withLock { $0.userCodes.giveBack(name, at: now) }
  }

  private func take(
    _ name: String,
    _ body: (inout State, UInt128, Int64) -> Int64
  ) throws(AccountsError) {
    let (name, now) = (UInt128(hashing: name), clock.now().milliseconds)
    try check(state.withLockUnchecked { body(&$0, name, now) })
  }

  private func check(_ wait: Int64) throws(AccountsError) {
    guard wait == 0 else { throw .tooManyAttempts(retryAfter: Int((wait + 999) / 1000)) }
  }

  private static func pair(_ account: String, _ address: String?) -> UInt128? {
    address.map { UInt128(hashing: "\(account)\n\($0)") }
  }
}

/// Takes an attempt if there is one; otherwise returns the milliseconds to wait.
private func attempt(_ buckets: inout TokenBuckets, _ name: UInt128, _ now: Int64) -> Int64 {
  let wait = buckets.wait(name, at: now)
  if wait == 0 { buckets.take(name, at: now) }
  return wait
}

/// The most recently added names, up to a maximum.
struct RecentNames: Sendable {
  private var names: Set<UInt128> = []
  private var order: [UInt128] = []
  private var start = 0

  var count: Int { names.count }

  func contains(_ name: UInt128) -> Bool { names.contains(name) }

  mutating func insert(_ name: UInt128, most: Int) {
    guard names.insert(name).inserted else { return }
    if order.count < max(1, most) {
      order.append(name)
    } else {
      names.remove(order[start])
      order[start] = name
      start = (start + 1) % order.count
    }
  }
}
