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

  /// How long an answer waits for a look at the stores.
  struct Patience {
    /// If an earlier look can answer instead: less than a balancer waits.
    var soon = Duration.milliseconds(300)
    var longest = Duration.seconds(10)
  }

  private struct State {
    var isEnding = false
    /// The look that is under way; there is no second one, which might wait for the same database.
    var look: Task<Void, Never>?
    var lastGood: ContinuousClock.Instant?
  }

  private let read: @Sendable () async throws -> Void
  private let patience: Patience
  private let now: @Sendable () -> ContinuousClock.Instant
  private let state = Locked(State())

  convenience init(accounts: AccountStore, products: ServedProducts) {
    self.init {
      _ = try await accounts.sessions(of: AccountID(rawValue: 0))
      let none = SpaceID(rawValue: 0)
      for product in products.all { _ = try await product.journal.syncState(of: none) }
    }
  }

  /// - Parameter read: reads from the stores, and throws what they throw.
  init(
    patience: Patience = Patience(),
    now: @escaping @Sendable () -> ContinuousClock.Instant = { .now },
    read: @escaping @Sendable () async throws -> Void
  ) {
    (self.read, self.patience, self.now) = (read, patience, now)
  }

  /// From now on a load balancer sends no more requests here.
  func end() { state.withLock { $0.isEnding = true } }

  /// Looks at the stores; if that takes long, the answer is by an earlier look.
  func isReady() async -> Bool {
    await wait(for: look(), atMost: wasGoodLately ? patience.soon : patience.longest)
    return wasGoodLately && !state.withLock(\.isEnding)
  }

  private var wasGoodLately: Bool {
    let now = now()
    return state.withLock { state in
      state.lastGood.map { $0.duration(to: now) <= ServerHealth.grace } ?? false
    }
  }

  /// A look that has begun.
  private func look() -> Task<Void, Never> {
    state.withLock { state in
      let look = state.look ?? Task { await finishLook() }
      state.look = look
      return look
    }
  }

  private func finishLook() async {
    do {
      try await read()
      let now = now()
      state.withLock { ($0.look, $0.lastGood) = (nil, now) }
    } catch {
      let isPassing = DatabaseWait.outage(error) != nil
      state.withLock { state in
        state.look = nil
        if !isPassing { state.lastGood = nil }
      }
    }
  }

  /// Returns when the look has ended, or after a time.
  private func wait(for look: Task<Void, Never>, atMost time: Duration) async {
    let (ends, end) = AsyncStream.makeStream(of: Void.self)
    Task {
      await look.value
      end.finish()
    }
    let limit = Task {
      try? await Task.sleep(for: time)
      end.finish()
    }
    for await _ in ends {}
    limit.cancel()
  }
}
