import CUV
import Glibc
import Locks
import Synchronization

/// The libuv loop on its own thread, and the serial executor of `LoopActor`.
///
/// Other threads hand work over through one inbox, which the loop empties at once before it would
/// sleep; only a thread that finds the loop asleep pays for waking it.
public final class Loop: SerialExecutor {
  @usableFromInline let inbox = Locked(Inbox())
  let handle: UVLoop
  private let wakeUp: WakeUp
  private let thread = Atomic<UInt>(0)
  private let state = LoopOnly(State())

  /// How often the inbox is emptied in a row before timers, sockets and files get their turn.
  private static let roundsPerTurn = 16

  private struct State {
    var batch: ContiguousArray<Inbox.Entry> = []
  }

  init() {
    handle = UVLoop()
    wakeUp = WakeUp(on: handle)
    start()
  }

  /// Milliseconds on a clock that never goes back, from an unspecified origin.
  public static var now: UInt64 { uv_hrtime() / 1_000_000 }

  /// Whether the caller is on the loop's thread.
  public var isOnLoop: Bool { UInt(pthread_self()) == thread.load(ordering: .relaxed) }

  // MARK: Executor

  public func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    if inbox.withLockUnchecked({ $0.add(.job(job)) }) { wake() }
  }

  public func asUnownedSerialExecutor() -> UnownedSerialExecutor {
    UnownedSerialExecutor(ordinary: self)
  }

  public func isIsolatingCurrentContext() -> Bool? { isOnLoop }

  public func checkIsolated() {
    precondition(isOnLoop, "Not on the loop's thread.")
  }

  func enqueue(_ job: UnownedJob, preferring tasks: LoopTaskExecutor) {
    if inbox.withLockUnchecked({ $0.add(.preferring(job, tasks)) }) { wake() }
  }

  // MARK: Work

  /// Runs `body` on the loop, after everything that this thread handed over before.
  public func submit(_ body: @escaping @LoopActor @Sendable () -> Void) {
    if inbox.withLockUnchecked({ $0.add(.work(body)) }) { wake() }
  }

  @usableFromInline
  func wake() {
    // On the loop itself nothing is asleep: the inbox is checked before the next sleep.
    guard !isOnLoop else { return }
    wakeUp.send()
  }

  // MARK: Turn

  @LoopActor
  private func turn() {
    for _ in 0..<Self.roundsPerTurn {
      guard take() else { return }
      runBatch()
    }
    wakeUp.send()
  }

  /// Takes what waits in the inbox; false if that is nothing, so that the loop may sleep.
  @LoopActor
  private func take() -> Bool {
    inbox.withLockUnchecked { $0.take(into: &state.value.batch) }
  }

  @LoopActor
  private func runBatch() {
    var batch: ContiguousArray<Inbox.Entry> = []
    swap(&batch, &state.value.batch)
    let executor = asUnownedSerialExecutor()
    for entry in batch {
      switch entry.content {
      case .job(let job): job.runSynchronously(on: executor)
      case .preferring(let job, let tasks): job.runSynchronously(on: tasks.asUnownedTaskExecutor())
      case .work(let body): body()
      case .events(let queue): queue.deliver(entry.count)
      }
    }
    batch.removeAll(keepingCapacity: batch.capacity <= 1 << 16)
    swap(&batch, &state.value.batch)
  }

  // MARK: Thread

  private func start() {
    let me = Unmanaged.passUnretained(self).toOpaque()
    handle.beforeSleep(loopIsAboutToSleep, me)
    var created = pthread_t()
    let code = pthread_create(&created, nil, loopThread, Unmanaged.passRetained(self).toOpaque())
    precondition(code == 0, "the loop's thread could not be started")
    pthread_detach(created)
  }

  fileprivate func runOnThisThread() {
    thread.store(UInt(pthread_self()), ordering: .releasing)
    keepBrokenPipesAsErrors()
    handle.run()
  }

  fileprivate func turnFromCallback() {
    LoopActor.assumeIsolated { turn() }
  }

  /// Blocks SIGPIPE, so that a write to a pipe without a reader fails with an error.
  ///
  /// The signal goes to the writing thread, and only this thread writes to pipes through the loop.
  private func keepBrokenPipesAsErrors() {
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGPIPE)
    pthread_sigmask(SIG_BLOCK, &signals, nil)
  }
}

// Functions of the file, not closures: a closure in isolated code would be inferred to be isolated
// as well and trap when C calls it from another thread.
private func loopThread(_ loop: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  guard let loop else { return nil }
  Unmanaged<Loop>.fromOpaque(loop).takeRetainedValue().runOnThisThread()
  return nil
}

private func loopIsAboutToSleep(_ prepare: UnsafeMutablePointer<uv_prepare_t>?) {
  guard let loop = prepare?.pointee.data else { return }
  // The loop outlives its prepare handle: its own thread retains it while it runs.
  Unmanaged<Loop>.fromOpaque(loop)._withUnsafeGuaranteedRef { $0.turnFromCallback() }
}
