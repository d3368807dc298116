import Core
import Journals
import Runtime
import Sync

/// Keeps one space of a home the same as on the person's other devices, through a server.
///
/// It does what a ``SyncDevice`` demands over a real journal and a transport. Only one round runs
/// at a time: a program calls ``round()`` for one round, or ``run()`` for one after the other. What
/// a round brings is stored through the runtime, so that open pages show it.
public actor DeviceReplicator {
  /// What a replicator works with.
  public struct Configuration: Sendable {
    /// The space, on behalf of the program.
    public var client: RuntimeClient
    /// The journal of the runtime.
    public var journal: any SyncStore
    /// The identity of this installation, as the journal keeps it now.
    public var identity: @Sendable () async throws -> DeviceID
    /// Gives this installation another identity.
    public var renew: @Sendable () async throws -> DeviceID
    public var marks: any MarkStore
    public var transport: any SyncTransport
    public var codec: any FactCodec = PlainFacts()
    /// The lock that keeps programs of this home apart; nil if there is only one.
    public var lock: SyncLock?
    /// The refused facts that the person has dismissed; nil counts all of them.
    public var issues: SyncIssues?
    public var receipts: ReceiptBook?
    public var clock: any WallClock = SystemClock()
    public var bootClock: any BootClock = SystemBootClock()
    public var pause: any Pause = RealPause()
    /// The state of the sync after the last round of any program of this home; nil if there is only
    /// one.
    public var lastStatus: (@Sendable () -> SyncStatus)?
    /// The seed of the random pauses.
    public var seed: UInt64 = .random(in: 0 ... .max)
    /// The greatest number of facts in a request.
    public var limit = SyncLimits.facts
    /// Called with the outcome of each round, for example to keep it for other programs.
    public var didEnd: @Sendable (RoundOutcome, SyncStatus) async -> Void = { _, _ in }

    public init(
      client: RuntimeClient,
      journal: any SyncStore,
      identity: @escaping @Sendable () async throws -> DeviceID,
      renew: @escaping @Sendable () async throws -> DeviceID,
      marks: any MarkStore,
      transport: any SyncTransport
    ) {
      self.client = client
      self.journal = journal
      self.identity = identity
      self.renew = renew
      self.marks = marks
      self.transport = transport
    }
  }

  let configuration: Configuration
  var machine: SyncDevice?
  /// What the machine was begun with, besides its state.
  var begun: (device: DeviceID, mark: AuthorMark?)?
  /// The identity that the runtime makes facts under, if it is known.
  var adopted: DeviceID?
  /// The amendments of the space, during a round.
  var amended: [FactID: SyncVerdict]?
  /// The receipt of the newest page.
  var fresh: SyncReceipt?
  var tally = RoundTally()
  var progress = SyncProgress() { didSet { if progress != oldValue { publish(progress) } } }
  private var known: SyncStatus
  var clockOffset: Int64?
  private var underWay: Task<RoundOutcome, Never>?
  private var backoff = Backoff()
  private var random: SplitMix64
  private let signal = WakeSignal()
  private nonisolated let progressUpdates = Broadcast<SyncProgress>()

  public init(_ configuration: Configuration) {
    self.configuration = configuration
    known = configuration.lastStatus?() ?? SyncStatus()
    random = SplitMix64(seed: configuration.seed)
  }

  var space: SpaceID { configuration.client.space }
  var reader: DeviceReader {
    DeviceReader(space: space, journal: configuration.journal, codec: configuration.codec)
  }

  // MARK: Rounds

  /// Receives and sends until nothing is left, or something prevents it.
  public func round() async -> RoundOutcome {
    while let underWay { _ = await underWay.value }
    let task = Task {
      // Before the round ends: a caller that waits for it must not find it again.
      defer { underWay = nil }
      return await perform()
    }
    underWay = task
    return await withTaskCancellationHandler {
      await task.value
    } onCancel: {
      task.cancel()
    }
  }

  /// Does one round after the other until the task is cancelled.
  ///
  /// Between rounds it pauses for the requested time, or until ``wake()``. No error ends it.
  public func run() async {
    while !Task.isCancelled {
      let outcome = await round()
      if Task.isCancelled { return }
      await signal.wait(for: strength(after: outcome), atMost: outcome.pause, configuration.pause)
    }
  }

  /// Ends the pause between two rounds: something was done here, or the server has news.
  ///
  /// Has no effect while the person has to sign in first, or the server has asked to wait.
  public nonisolated func wake() { signal.send(.news) }

  /// Ends any pause: the person has signed in again, or has given the key.
  public nonisolated func resume() { signal.send(.person) }

  private func strength(after outcome: RoundOutcome) -> WakeSignal.Strength {
    guard case .interrupted(let trouble) = outcome.ending else { return .news }
    return trouble.needsPerson || trouble.kind == .waiting ? .person : .news
  }

  private func perform() async -> RoundOutcome {
    tally = RoundTally()
    amended = nil
    let ending = await attempt()
    progress.phase = .resting
    amended = nil
    let outcome = RoundOutcome(
      ending: ending,
      received: tally.received,
      sent: tally.sent,
      signals: tally.signals,
      pause: pause(after: ending)
    )
    await configuration.didEnd(outcome, await note(ending))
    return outcome
  }

  private func attempt() async -> RoundOutcome.Ending {
    do {
      let hold = try configuration.lock?.take()
      if configuration.lock != nil, hold == nil { return .busy }
      defer { withExtendedLifetime(hold) {} }
      try await begin()
      try await drive()
      if let trouble = tally.trouble { return .interrupted(trouble) }
      return .settled
    } catch is CancellationError {
      machine = nil
      return .cancelled
    } catch {
      // What the machine believes to be stored may not be: it begins again from the stored state.
      machine = nil
      return .interrupted(SyncTrouble(error))
    }
  }

  // MARK: Pauses

  /// Milliseconds between two checks whether the person has signed in, in case no signal arrives.
  private static let personPause: Int64 = 900_000
  /// Milliseconds until the next attempt while another program synchronizes.
  private static let busyPause: Int64 = 5_000

  private func pause(after ending: RoundOutcome.Ending) -> Int64 {
    switch ending {
    case .cancelled: return 0
    case .busy: return DeviceReplicator.busyPause
    case .settled:
      backoff.reset()
      return restOfMachine ?? backoff.next(using: &random)
    case .interrupted(let trouble):
      if trouble.needsPerson { return DeviceReplicator.personPause }
      return max(restOfMachine ?? backoff.next(using: &random), tally.leastPause)
    }
  }

  private var restOfMachine: Int64? {
    guard case .rest(let milliseconds) = machine?.demand else { return nil }
    return milliseconds
  }

  // MARK: Observing

  /// The progress of rounds from now on.
  public nonisolated func progresses() -> AsyncStream<SyncProgress> { progressUpdates.stream() }

  private nonisolated func publish(_ progress: SyncProgress) { progressUpdates.send(progress) }

  /// The present state of the sync.
  ///
  /// Counts keep their last values if the journal cannot be read.
  public func status() async -> SyncStatus {
    if let waiting = try? await WaitingFacts(in: space, of: configuration.journal) {
      known.waiting = waiting.count
      known.waitingSince = waiting.since
    }
    if let issues = configuration.issues, let refused = try? await issues.list() {
      known.refused = refused.count
    } else if let refused = try? await reader.refused() {
      known.refused = refused
    }
    known.clockOffset = clockOffset ?? known.clockOffset
    return known
  }

  private func note(_ ending: RoundOutcome.Ending) async -> SyncStatus {
    let now = configuration.clock.now()
    // Another program may have had a round since: its success is not replaced by an older one.
    if let last = configuration.lastStatus?() { known = last }
    switch ending {
    case .settled:
      known.lastSuccess = now
      (known.trouble, known.troubleSince) = (nil, nil)
    case .interrupted(let trouble):
      if known.trouble?.kind != trouble.kind { known.troubleSince = now }
      known.trouble = trouble
    case .busy, .cancelled: break
    }
    return await status()
  }
}
