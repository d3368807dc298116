import Glibc
import Synchronization

/// A thread that runs jobs one after the other, for a connection that waits for the disk.
///
/// Tasks run on it as on an executor. A continuation would take half as long again, and
/// ThreadSanitizer mistakes one that is resumed early for a race.
///
/// `@unchecked Sendable`: the queue is accessed only under the mutex.
public final class SerialThread: TaskExecutor, @unchecked Sendable {
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let arrived: UnsafeMutablePointer<pthread_cond_t>
  private var queue: ContiguousArray<UnownedJob> = []
  private var isStarted = false
  private var isEnding = false
  /// The number of jobs that are not done, readable without the mutex.
  @usableFromInline let pending = Atomic(0)

  /// Starts no thread yet: the first job does.
  public init() {
    mutex = .allocate(capacity: 1)
    arrived = .allocate(capacity: 1)
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(arrived, nil)
  }

  deinit {
    pthread_cond_destroy(arrived)
    pthread_mutex_destroy(mutex)
    arrived.deallocate()
    mutex.deallocate()
  }

  /// The number of jobs that are running or waiting.
  public var load: Int { pending.load(ordering: .relaxed) }

  /// Runs `body` after all earlier jobs, and returns its result.
  ///
  /// The caller's thread does not wait, and no other is used on the way.
  @inlinable
  public func run<T: Sendable, E: Error>(
    _ body: @Sendable () throws(E) -> T
  ) async throws(E) -> T {
    try await withTaskExecutorPreference(self) { () async throws(E) -> T in
      // Before the caller continues, whose next call must see this thread idle.
      defer { pending.wrappingSubtract(1, ordering: .relaxed) }
      return try body()
    }
  }

  /// Runs `body` after all earlier jobs, without waiting for it, and then gives `done` its result.
  ///
  /// As with ``run(_:)``, whoever continues because of the result finds this thread idle.
  public func start<T: Sendable>(
    _ body: @escaping @Sendable () -> T,
    done: @escaping @Sendable (T) -> Void
  ) {
    Task(executorPreference: self) { [self] in
      let result = body()
      pending.wrappingSubtract(1, ordering: .relaxed)
      done(result)
    }
  }

  /// Takes the job of a task that runs the body of ``run(_:)`` or ``start(_:done:)`` here.
  public func enqueue(_ job: consuming ExecutorJob) {
    pending.wrappingAdd(1, ordering: .relaxed)
    let job = UnownedJob(job)
    pthread_mutex_lock(mutex)
    queue.append(job)
    if isStarted {
      pthread_cond_signal(arrived)
    } else {
      start()
    }
    pthread_mutex_unlock(mutex)
  }

  /// Ends the thread once no job waits.
  public func end() {
    pthread_mutex_lock(mutex)
    isEnding = true
    pthread_cond_signal(arrived)
    pthread_mutex_unlock(mutex)
  }

  private func start() {
    isStarted = true
    var thread = pthread_t()
    let me = Unmanaged.passRetained(self).toOpaque()
    let code = pthread_create(&thread, nil, serialThreadRuns, me)
    precondition(code == 0, "a thread could not be started")
    pthread_detach(thread)
  }

  fileprivate func runUntilEnd() {
    var batch: ContiguousArray<UnownedJob> = []
    while take(&batch) {
      for job in batch { job.runSynchronously(on: asUnownedTaskExecutor()) }
      batch.removeAll(keepingCapacity: true)
    }
  }

  /// Waits for jobs and takes all of them; false at the end.
  ///
  /// It does not spin before it sleeps: measured, that made no call faster and cost processor time.
  private func take(_ batch: inout ContiguousArray<UnownedJob>) -> Bool {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while queue.isEmpty {
      if isEnding {
        // Later jobs are run by a new thread and never wait in vain.
        isStarted = false
        return false
      }
      pthread_cond_wait(arrived, mutex)
    }
    swap(&batch, &queue)
    return true
  }
}

private func serialThreadRuns(_ thread: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  guard let thread else { return nil }
  Unmanaged<SerialThread>.fromOpaque(thread).takeRetainedValue().runUntilEnd()
  return nil
}
