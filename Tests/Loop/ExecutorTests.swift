import LeakCheck
import Loop
import Testing

@Suite(.leavesNothingBehind, .doesNotHang)
struct ExecutorTests {
  @Test func `code of the loop actor runs on the loop's thread`() async {
    #expect(!LoopActor.loop.isOnLoop)
    let inside = await LoopActor.run { LoopActor.loop.isOnLoop }
    #expect(inside)
    #expect(!LoopActor.loop.isOnLoop)
  }

  @Test @LoopActor func `isolation holds again after every kind of await`() async throws {
    LoopActor.preconditionIsolated("at the start")
    await Task.detached {}.value
    LoopActor.preconditionIsolated("after a detached task")
    await elsewhere()
    LoopActor.preconditionIsolated("after a concurrent function")
    await Task.yield()
    LoopActor.preconditionIsolated("after a yield")
    _ = try await Loop.offload { 1 }
    LoopActor.preconditionIsolated("after the thread pool")
    await withCheckedContinuation { waiter in
      Task.detached { waiter.resume() }
    }
    LoopActor.preconditionIsolated("after a continuation")
    await LoopActor.run {}
    LoopActor.preconditionIsolated("after a run")
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<4 { group.addTask { await elsewhere() } }
    }
    LoopActor.preconditionIsolated("after a task group")
    LoopActor.shared.preconditionIsolated("as the standard library sees it")
  }

  @Test func `an error from the loop reaches the caller`() async {
    struct Refused: Error {}
    await #expect(throws: Refused.self) { try await LoopActor.run { throw Refused() } }
  }

  @Test func `a task that begins at once runs to its first wait, and goes on on the loop`() async {
    let log = Log<String>()
    let done = Promise<Void>()
    let callerIsDone = Promise<Void>()
    LoopActor.loop.submit {
      LoopActor.begin {
        LoopActor.assumeIsolated { log.add("task") }
        await callerIsDone.value
        LoopActor.assumeIsolated { log.add("after its wait") }
        done.resume(())
      }
      log.add("caller")
      callerIsDone.resume(())
    }
    await done.value
    #expect(await LoopActor.run { log.entries } == ["task", "caller", "after its wait"])
  }

  @Test func `being isolated is refused off the loop`() async {
    await #expect(processExitsWith: .failure) {
      LoopActor.assumeIsolated {}
    }
  }

  @Test func `closures on the loop keep one thread's order`() async {
    let log = Log<Int>()
    for index in 0..<1000 { LoopActor.loop.submit { log.add(index) } }
    let seen = await LoopActor.run { log.entries }
    #expect(seen == Array(0..<1000))
  }

  @Test func `nothing handed over is lost or reordered among many threads`() async {
    let log = Log<(producer: Int, index: Int)>()
    await withTaskGroup(of: Void.self) { group in
      for producer in 0..<4 {
        group.addTask {
          for index in 0..<2000 {
            LoopActor.loop.submit { log.add((producer, index)) }
            if index % 97 == 0 { await LoopActor.run {} }
          }
        }
      }
    }
    let entries = await LoopActor.run { log.entries }
    for producer in 0..<4 {
      #expect(entries.filter { $0.producer == producer }.map(\.index) == Array(0..<2000))
    }
  }

  @Test func `time goes on, in milliseconds`() async throws {
    let first = Loop.now
    try await Task.sleep(for: .milliseconds(20))
    #expect((first + 19...first + 60_000).contains(Loop.now))
  }
}

/// Runs outside of any actor, on the shared pool.
@concurrent
private func elsewhere() async {}
