import Locks
import ServerStorage
import Testing

@testable import trellis_server

/// What a load balancer is told of a server.
@Suite struct ServerHealthTests {
  private let stores = Stores()
  private let health: ServerHealth

  init() {
    let stores = stores
    // Nothing here takes so long that it would be cut off.
    let patience = ServerHealth.Patience(soon: .seconds(3600), longest: .seconds(3600))
    health = ServerHealth(patience: patience, now: { stores.now }) { try await stores.read() }
  }

  @Test func `a server is ready while its stores can be read, until it is about to end`() async {
    #expect(await health.isReady())
    health.end()
    #expect(await !health.isReady())
  }

  @Test func `a database that is away for a moment leaves its node ready`() async {
    #expect(await health.isReady())
    stores.error = outage("it restarts")
    stores.pass(.seconds(4))
    #expect(await health.isReady())
    stores.error = nil
    #expect(await health.isReady())
    stores.error = outage("it restarts again")
    stores.pass(.seconds(4))
    #expect(await health.isReady())
  }

  @Test func `a node without its database for longer is not ready, and is once it is back`() async {
    #expect(await health.isReady())
    stores.error = outage("its network is cut")
    stores.pass(.seconds(6))
    #expect(await !health.isReady())
    stores.error = nil
    #expect(await health.isReady())
  }

  @Test func `an error that does not end by itself is told at once`() async {
    #expect(await health.isReady())
    stores.error = StoreFailure(code: .damaged, message: "", detail: "a page is torn")
    #expect(await !health.isReady())
  }

  @Test func `a server that has never read its stores is not ready`() async {
    stores.error = outage("it has not started")
    #expect(await !health.isReady())
  }

  @Test func `stores that do not answer are looked at once, and for the grace nobody waits`()
    async
  {
    let patience = ServerHealth.Patience(soon: .zero, longest: .seconds(3600))
    let health = ServerHealth(patience: patience, now: { stores.now }) { [stores] in
      try await stores.read()
    }
    #expect(await health.isReady())
    stores.hang()
    #expect(await health.isReady())
    #expect(await health.isReady())
    await stores.untilRead()
    #expect(stores.waiting == 1)
    // With nothing to go by, the answer waits for the look.
    stores.pass(.seconds(6))
    async let late = health.isReady()
    stores.resume()
    #expect(await late)
  }

  @Test func `a server whose stores have never answered is not ready`() async {
    let patience = ServerHealth.Patience(soon: .zero, longest: .zero)
    let health = ServerHealth(patience: patience, now: { stores.now }) { [stores] in
      try await stores.read()
    }
    stores.hang()
    #expect(await !health.isReady())
    await stores.untilRead()
    stores.resume()
  }

  private func outage(_ detail: String) -> StoreFailure {
    StoreFailure(code: .unavailable, message: "", detail: detail, isPassing: true)
  }
}

/// Stores that can be away, over a clock that only tests move.
private final class Stores: Sendable {
  private struct State {
    var now = ContinuousClock.now
    var error: StoreFailure?
    var hangs = false
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Locked(State())
  private let (waits, wait) = AsyncStream.makeStream(of: Void.self)

  var now: ContinuousClock.Instant { state.withLock(\.now) }

  var error: StoreFailure? {
    get { state.withLock(\.error) }
    set { state.withLock { $0.error = newValue } }
  }

  var waiting: Int { state.withLock(\.waiting.count) }

  func pass(_ time: Duration) { state.withLock { $0.now += time } }

  func hang() { state.withLock { $0.hangs = true } }

  func resume() {
    let waiting = state.withLock { state in
      state.hangs = false
      return state.waiting
    }
    for one in waiting { one.resume() }
  }

  /// Returns when somebody reads who has to wait.
  func untilRead() async {
    for await _ in waits { break }
  }

  func read() async throws {
    if state.withLock(\.hangs) {
      await withCheckedContinuation { one in
        state.withLock { $0.waiting.append(one) }
        wait.yield()
      }
    }
    if let error { throw error }
  }
}
