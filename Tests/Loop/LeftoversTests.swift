import LeakCheck
import Locks
import Loop
import Testing

/// The check for leaks finds them.
@Suite struct LeftoversTests {
  @Test func `work that ends everything leaves nothing`() async throws {
    let left = try await Leftovers.of {
      let timer = try await LoopTimer(after: 1) {}
      await Task {}.value
      await timer.close()
    }
    #expect(left == Leftovers())
  }

  @Test func `a timer that is not closed is found`() async throws {
    let forgotten = Locked<LoopTimer?>(nil)
    let left = try await Leftovers.of(patience: 2) {
      let timer = try await LoopTimer(after: 60_000) {}
      forgotten.withLock { $0 = timer }
    }
    #expect(left.handles == ["timer"])
    await forgotten.withLock { $0 }?.close()
  }

  @Test func `a task that still runs is found`() async throws {
    let forgotten = Locked<Task<Void, any Error>?>(nil)
    let left = try await Leftovers.of(patience: 2) {
      forgotten.withLock { $0 = Task { try await Task.sleep(for: .seconds(600)) } }
    }
    #expect(left.hasTasks)
    forgotten.withLock { $0 }?.cancel()
  }
}
