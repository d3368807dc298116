import CUV

extension Loop {
  /// Runs `work`, which may block, on libuv's thread pool and awaits its result.
  ///
  /// - Throws: what `work` throws, or `UVError` if the pool accepts no more work.
  public static func offload<T: Sendable>(
    _ work: @escaping @Sendable () throws -> T
  ) async throws -> T {
    try await withCheckedThrowingContinuation { waiter in
      LoopActor.loop.submit {
        do {
          try offload({ Result { try work() } }, then: { waiter.resume(with: $0) })
        } catch {
          waiter.resume(throwing: error)
        }
      }
    }
  }

  /// Runs `work` on libuv's thread pool, then `then` with its result on the loop.
  ///
  /// - Throws: `UVError` if the pool accepts no more work; neither function is called then.
  @LoopActor
  public static func offload<T: Sendable>(
    _ work: @escaping @Sendable () -> T,
    then: @escaping @LoopActor (T) -> Void
  ) throws(UVError) {
    let item = TypedWorkItem(work: work, then: then)
    let request = UnsafeMutablePointer<uv_work_t>.allocate(capacity: 1)
    request.initialize(to: uv_work_t())
    request.pointee.data = Unmanaged<WorkItem>.passRetained(item).toOpaque()
    let code = uv_queue_work(LoopActor.loop.handle.loop, request, runWork, finishWork)
    guard code >= 0 else {
      request.deallocate()
      Unmanaged<WorkItem>.passUnretained(item).release()
      throw UVError(code: code, operation: "hand work to the thread pool")
    }
  }
}

/// Type-erased work for the thread pool.
private class WorkItem {
  /// Called on a thread of the pool.
  func run() {}
  /// Called on the loop afterwards.
  @LoopActor func finish() {}
}

private final class TypedWorkItem<T: Sendable>: WorkItem {
  private let work: @Sendable () -> T
  private let then: @LoopActor (T) -> Void
  private var result: T?

  init(work: @escaping @Sendable () -> T, then: @escaping @LoopActor (T) -> Void) {
    self.work = work
    self.then = then
  }

  override func run() { result = work() }

  @LoopActor
  override func finish() {
    if let result { then(result) }
  }
}

private func runWork(_ request: UnsafeMutablePointer<uv_work_t>?) {
  guard let data = request?.pointee.data else { return }
  Unmanaged<WorkItem>.fromOpaque(data).takeUnretainedValue().run()
}

private func finishWork(_ request: UnsafeMutablePointer<uv_work_t>?, _: Int32) {
  guard let request, let data = request.pointee.data else { return }
  request.deallocate()
  let item = Unmanaged<WorkItem>.fromOpaque(data).takeRetainedValue()
  // libuv's queue orders `run` before this, and gives the item to one thread at a time.
  nonisolated(unsafe) let finished = item
  LoopActor.assumeIsolated { finished.finish() }
}
