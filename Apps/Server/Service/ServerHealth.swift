import Accounts
import Core
import Journals
import Locks

/// Whether the server can answer: its stores can be read, and it is not about to end.
///
/// A database that restarts is away from all nodes alike. If they said so at once, a balancer would
/// take all of them out, end their connections, and need a while to take them in again. So one that
/// was there a moment ago counts as there: the nodes themselves tell people to ask again.
final class ServerHealth: Sendable {
  /// How long a database may be away before its node is left out; one that restarts needs less.
  static let grace = Duration.seconds(5)
  /// How long an answer may take: less than a balancer waits for it.
  private static let patience = Duration.milliseconds(300)

  fileprivate struct State {
    var isEnding = false
    var isLooking = false
    var lastGood: ContinuousClock.Instant?
  }

  private let look: @Sendable () async throws -> Void
  private let patience: Duration
  private let now: @Sendable () -> ContinuousClock.Instant
  private let state = Locked(State())

  convenience init(accounts: AccountStore, products: ServedProducts) {
    self.init {
      _ = try await accounts.sessions(of: AccountID(rawValue: 0))
      let none = SpaceID(rawValue: 0)
      for product in products.all { _ = try await product.journal.syncState(of: none) }
    }
  }

  /// - Parameter look: reads from the stores, and throws what they throw.
  init(
    patience: Duration = ServerHealth.patience,
    now: @escaping @Sendable () -> ContinuousClock.Instant = { .now },
    look: @escaping @Sendable () async throws -> Void
  ) {
    (self.look, self.patience, self.now) = (look, patience, now)
  }

  /// From now on a load balancer sends no more requests here.
  func end() { state.withLock { $0.isEnding = true } }

  /// Looks at the stores, and answers soon in any case: by an earlier look if this one takes long.
  func isReady() async -> Bool {
    if state.withLock({ $0.beginLook() }) { await startLook() }
    let now = now()
    return state.withLock { state in
      guard !state.isEnding, let last = state.lastGood else { return false }
      return last.duration(to: now) <= ServerHealth.grace
    }
  }

  /// Returns when a look has ended, or when nobody waits for it any longer.
  private func startLook() async {
    let (ends, end) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    Task {
      await finishLook()
      end.finish()
    }
    let limit = Task { [patience] in
      try? await Task.sleep(for: patience)
      end.finish()
    }
    for await _ in ends {}
    limit.cancel()
  }

  private func finishLook() async {
    do {
      try await look()
      let now = now()
      state.withLock { ($0.isLooking, $0.lastGood) = (false, now) }
    } catch {
      let isPassing = DatabaseWait.outage(error) != nil
      state.withLock { state in
        state.isLooking = false
        if !isPassing { state.lastGood = nil }
      }
    }
  }
}

extension ServerHealth.State {
  /// Returns whether no other look is under way, which may wait for the same database.
  fileprivate mutating func beginLook() -> Bool {
    defer { isLooking = true }
    return !isLooking
  }
}
