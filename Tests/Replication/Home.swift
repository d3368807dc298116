import JournalTesting
import Core
import Engine
import Journals
import Replication
import Runtime
import SQLiteJournal
import Sync
import Testing
import TrackingContract

/// The program of a device with its files.
final class Home {
  let name: String
  let world: World
  let space: SpaceID
  /// How far its clock is off, in milliseconds.
  let skew: Int64
  let line: Line
  private(set) var journal: SQLiteJournal
  private(set) var runtime: Runtime
  private(set) var replicator: DeviceReplicator
  private let boot: UInt64
  private let adjust: (inout DeviceReplicator.Configuration) -> Void

  init(
    _ name: String,
    in world: World,
    skew: Int64 = 0,
    space: SpaceID = SpaceID(rawValue: 7),
    line: Line? = nil,
    _ adjust: @escaping (inout DeviceReplicator.Configuration) -> Void = { _ in }
  ) async throws {
    self.name = name
    self.world = world
    self.skew = skew
    self.space = space
    self.adjust = adjust
    self.line = line ?? Line(to: world)
    boot = UInt64(name.utf8.reduce(7) { $0 &* 31 &+ Int($1) })
    let opened = try await Home.open(name, world, skew, space, boot, self.line, adjust)
    (journal, runtime, replicator) = opened
  }

  /// The program ends wherever it is, and starts again.
  func reopen(tripping wire: Tripwire? = nil) async throws {
    (journal, runtime, replicator) = try await Home.open(
      name,
      world,
      skew,
      space,
      boot,
      line,
      adjust,
      wire
    )
  }

  private static func open(
    _ name: String,
    _ world: World,
    _ skew: Int64,
    _ space: SpaceID,
    _ boot: UInt64,
    _ line: Line,
    _ adjust: (inout DeviceReplicator.Configuration) -> Void,
    _ wire: Tripwire? = nil
  ) async throws -> (SQLiteJournal, Runtime, DeviceReplicator) {
    let path = "\(world.folder.path)/\(name)"
    let journal = try SQLiteJournal(path: "\(path).db")
    let used: any SyncStore = wire.map { TrippingJournal(journal, $0) } ?? journal
    let clock = SkewedClock(truth: world.time, skew: skew)
    let bootClock = ComputerClock(truth: world.time, boot: boot)
    let runtime = try Runtime(
      modules: modules,
      journal: used,
      device: try await journal.device(),
      clock: clock,
      bootClock: bootClock
    )
    var configuration = DeviceReplicator.Configuration(
      client: runtime.client(for: .owner, in: space),
      journal: used,
      identity: { try await journal.device() },
      renew: { try await journal.renewDevice() },
      marks: wire.map { TrippingMarks(MarkFile("\(path).mark"), $0) } ?? MarkFile("\(path).mark"),
      transport: wire.map { TrippingLine(line, $0) } ?? line
    )
    configuration.clock = clock
    configuration.bootClock = bootClock
    configuration.seed = boot
    configuration.lock = SyncLock("\(path).lock-sync")
    configuration.issues = SyncIssues(in: space, of: journal, path: "\(path).dismissed")
    adjust(&configuration)
    return (journal, runtime, DeviceReplicator(configuration))
  }

  var client: RuntimeClient { runtime.client(for: .owner, in: space) }

  @discardableResult
  func add(_ title: String) async throws -> Habit {
    try await client.send(CreateHabit(details: HabitDetails(title: title, schedule: .daily))).reply
  }

  func check(_ habit: HabitID, _ day: Day? = nil, _ mark: Mark = .done) async throws {
    _ = try await client.send(SetCheck(habit: habit, day: day, mark: mark))
  }

  func titles() async throws -> [String] {
    try await client.ask(AllHabits()).map(\.details.title).sorted()
  }

  func status(_ habit: HabitID, _ day: Day) async throws -> DayStatus {
    try await client.ask(CheckOn(habit: habit, day: day)).status
  }

  /// A round that must end with everything sent and received.
  @discardableResult
  func settle(sourceLocation: SourceLocation = #_sourceLocation) async -> RoundOutcome {
    let outcome = await replicator.round()
    #expect(outcome.ending == .settled, sourceLocation: sourceLocation)
    return outcome
  }
}

/// Expects that copies have the same facts and states as the server.
func expectAgreement(
  _ homes: [Home],
  _ world: World,
  sourceLocation: SourceLocation = #_sourceLocation
) async throws {
  let server = try world.journal()
  let all = try await facts(of: account, in: server)
  let state = try await states(of: account, in: server)
  for home in homes {
    let own = try await facts(of: home.space, in: home.journal)
    #expect(own == all, "\(home.name) has other facts", sourceLocation: sourceLocation)
    let same = try await states(of: home.space, in: home.journal) == state
    #expect(same, "\(home.name) has another state", sourceLocation: sourceLocation)
  }
}

extension DeviceState {
  init(of space: SpaceID, in journal: any SyncStore) async throws {
    self = try DeviceState(try #require(try await journal.syncState(of: space)))
  }
}
