import Glibc
import Synchronization

/// A thread that runs what it is given, one after the other: where a connection waits for the disk.
///
/// Tasks come to it and go back by themselves, as to an executor. A continuation would cost half as
/// much time again, and ThreadSanitizer takes one that is resumed early for a race.
///
/// `@unchecked Sendable`: the queue is touched under the mutex alone.
final class SerialThread: TaskExecutor, @unchecked Sendable {
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let arrived: UnsafeMutablePointer<pthread_cond_t>
  private var queue: ContiguousArray<UnownedJob> = []
  private var isStarted = false
  private var isEnding = false
  /// What was given and is not done, for a look without the mutex.
  private let pending = Atomic(0)

  init() {
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

  /// How many things are being done or wait to be done.
  var load: Int { pending.load(ordering: .relaxed) }

  /// Runs `body` after whatever was given before, and returns what it returns.
  func run<T: Sendable, E: Error>(
    _ body: @Sendable () throws(E) -> T
  ) async throws(E) -> T {
    try await withTaskExecutorPreference(self) { () async throws(E) -> T in
      // Before the caller goes on, whose next call shall find this thread idle.
      defer { pending.wrappingSubtract(1, ordering: .relaxed) }
      return try body()
    }
  }

  /// Takes a task that has come to run what ``run(_:)`` was given.
  func enqueue(_ job: consuming ExecutorJob) {
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

  /// Ends the thread once nothing waits any more.
  func end() {
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
    precondition(code == 0, "a thread for the journal could not be started")
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
  /// It does not look around for a while before it sleeps: measured, that made no call faster and
  /// cost processor time.
  private func take(_ batch: inout ContiguousArray<UnownedJob>) -> Bool {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while queue.isEmpty {
      if isEnding {
        // What comes after the end is run by a thread of its own and never waits in vain.
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
