import Core
import Loop

/// Runs the hooks of a home: those of one event in parallel, each hook for one event at a time.
@LoopActor
public final class HookRunner {
  private struct Job {
    let hook: Hook
    let item: HookQueue.Item
  }

  private let home: Home
  private let store: HookStore
  private let limits: HookLimits
  private let clock: any WallClock
  private var waiting: [Int: [Job]] = [:]
  /// The number of runs of each hook within the current minute.
  private var runs: [Int: (since: ContinuousClock.Instant, count: Int)] = [:]
  private var running: [Int: HookRun] = [:]
  /// The failures that are being stored.
  private var noting = 0
  private var idle: [CheckedContinuation<Void, Never>] = []
  private var isClosed = false

  public nonisolated init(
    _ home: Home,
    limits: HookLimits = HookLimits(),
    clock: any WallClock = SystemClock()
  ) {
    self.home = home
    store = HookStore(home)
    self.limits = limits
    self.clock = clock
  }

  /// Runs the hooks of events, in the order of the events.
  public func run(_ items: [HookQueue.Item]) {
    guard !items.isEmpty, !isClosed, let hooks = try? store.all() else { return }
    for item in items {
      for hook in hooks where hook.event == item.event { add(Job(hook: hook, item: item)) }
    }
  }

  private func add(_ job: Job) {
    let number = job.hook.number
    guard running[number] != nil else { return start(job) }
    guard waiting[number, default: []].count < limits.waiting else {
      return fail(job.hook, "it was left out, since \(limits.waiting) events waited for it already")
    }
    waiting[number, default: []].append(job)
  }

  private func start(_ job: Job) {
    let number = job.hook.number
    guard isRare(number) else {
      fail(job.hook, "it was left out, since it ran \(limits.runsPerMinute) times within a minute")
      return next(number)
    }
    let run = HookRun(limits) { [weak self] failure in
      guard let self, !self.isClosed else { return }
      if let failure { self.fail(job.hook, failure) }
      self.next(number)
    }
    running[number] = run
    run.start(job.hook, job.item, home: home)
  }

  private func next(_ number: Int) {
    running[number] = nil
    guard var jobs = waiting[number], !jobs.isEmpty else { return rest() }
    let job = jobs.removeFirst()
    // A person who removes a hook wants it to end, and not to run for all that waits.
    guard let hooks = try? store.all(), hooks.contains(job.hook) else {
      waiting[number] = nil
      return rest()
    }
    waiting[number] = jobs
    start(job)
  }

  /// Counts a run, unless the hook has reached its limit for this minute.
  private func isRare(_ number: Int) -> Bool {
    let now = ContinuousClock.now
    var known = runs[number] ?? (now, 0)
    if known.since.duration(to: now) >= .seconds(60) { known = (now, 0) }
    guard known.count < limits.runsPerMinute else { return false }
    runs[number] = (known.since, known.count + 1)
    return true
  }

  /// Stores a failure on another thread, so that the loop does not wait for the disk.
  private func fail(_ hook: Hook, _ words: String) {
    let failure = HookFailure(number: hook.number, at: clock.now(), words: words)
    let store = store
    let isBegun: Void? = try? Loop.offload({ store.note(failure) }) { [weak self] in
      self?.noting -= 1
      self?.rest()
    }
    if isBegun != nil { noting += 1 }
  }

  private func rest() {
    guard running.isEmpty, noting == 0 else { return }
    for waiter in idle { waiter.resume() }
    idle = []
  }

  /// Waits until no hook is running, and all failures are stored.
  public func settle() async {
    guard !running.isEmpty || noting > 0 else { return }
    await withCheckedContinuation { idle.append($0) }
  }

  /// Kills what is running; what waits is not run.
  public func close() {
    isClosed = true
    for run in running.values { run.abandon() }
    (running, waiting) = ([:], [:])
  }
}
