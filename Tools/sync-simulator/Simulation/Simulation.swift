import Core
import Journals
import Sync

/// One run: devices and a server with many faults, then a time without faults, then the invariants.
///
/// The seed determines all of it, so that a failing run can be repeated.
public final class Simulation {
  var chance: Chance
  var now: Int64 = 1_780_000_000_000
  var devices: [SimulatedDevice] = []
  let server: SimulatedServer
  private let flaws: Flaws
  let faults: FaultRates
  private let page: Int
  let bounds: Bounds
  private let isSkewed: Bool
  let hasHabits: Bool
  var habits = HabitActions()
  private let journalsOfDevices: JournalMaker
  let notes: [EntityID]
  var value = 0
  /// Whether something happened after which a verdict may differ.
  var mayDecideAgain = false
  /// Whether facts were imported from a file and pushed by a device that cannot date them.
  var hasImported = false
  /// Whether a device may have forgotten numbers that it used.
  var mayNumberAgain = false
  /// When each fact was really made, for what it writes.
  var made: [FactID: Int64] = [:]
  /// The facts that nobody can date if their device's clock was wrong.
  var undated: Set<FactID> = []
  /// What the authors' numbers were used for, and the latest clock reading that was given.
  var numbers = UsedNumbers()
  private var afterStep: AfterStep
  /// Prints what happens.
  private let trace: ((String) -> Void)?

  public struct Failure: Error, Sendable, CustomStringConvertible {
    public let description: String
  }

  /// The limits of a run's size, to find the smallest one that fails.
  public struct Bounds: Sendable {
    public var devices: Int
    public var steps: Int

    /// The normal size of runs.
    public static let none = Bounds(devices: 7, steps: 120)

    public init(devices: Int, steps: Int) {
      self.devices = devices
      self.steps = steps
    }
  }

  /// The results of a run.
  public struct Report: Sendable {
    /// The number of notes whose truly latest value did not win, and of all that were compared.
    public var wrong = 0
    public var compared = 0
    public var facts = 0

    /// Whether more values were lost than wrong clocks explain, if enough were compared to tell.
    ///
    /// The error of a clock before a restart of the computer cannot be corrected.
    var losesTooMany: Bool { compared >= 100 && Double(wrong) / Double(compared) > 0.01 }

    static func += (sum: inout Report, report: Report) {
      sum.wrong += report.wrong
      sum.compared += report.compared
      sum.facts += report.facts
    }
  }

  /// Prepares a run.
  ///
  /// - Parameters:
  ///   - left: a protection to leave out.
  ///   - bounds: how large the run may become.
  ///   - storage: where the server and the devices store everything.
  ///   - trace: called with a description of each event.
  public init(
    seed: UInt64,
    without left: Guard? = nil,
    within bounds: Bounds = .none,
    storage: SimulatedStorage = .sometimesFiles,
    trace: ((String) -> Void)? = nil
  ) throws {
    chance = Chance(seed: seed)
    afterStep = AfterStep(seed: seed)
    flaws = Flaws(left: left)
    self.bounds = bounds
    self.trace = trace
    faults = FaultRates(&chance)
    page = chance.pick([1, 3, 8, 500])
    isSkewed = chance.happens(0.5)
    notes = (0..<4).map { EntityID(rawValue: $0 + 1) }
    hasHabits = chance.happens(0.2)
    let journals = try storage.makers(&chance, flaws.journal)
    journalsOfDevices = journals.devices
    server = try SimulatedServer(
      seed: chance.next(),
      page: page,
      modules: InstalledModules(hasHabits: hasHabits, hasLater: true),
      journals: journals.server,
      flaws: flaws
    )
    for number in 0..<min(chance.number(2...5), bounds.devices) {
      devices.append(try makeDevice("d\(number)"))
    }
    for device in devices where chance.happens(0.7) { try runRound(of: device) }
    server.onPlaced = { [unowned self] entry, now in
      say("place \(entry.position ?? 0): \(entry.author.rawValue) \(entry.number) \(entry.fact)")
      numbers.note(entry, now: now)
    }
  }

  func makeDevice(
    _ name: String,
    copying other: SimulatedDevice? = nil
  ) throws -> SimulatedDevice {
    let threeDays: Int64 = 3 * 86_400_000
    let skew =
      isSkewed && chance.happens(0.5)
      ? chance.number(-threeDays...threeDays) : chance.number(-2000...2000)
    let device = try SimulatedDevice(
      name: name,
      seed: chance.next(),
      page: page,
      skew: skew,
      modules: other?.installation.modules
        ?? InstalledModules(hasHabits: hasHabits, hasLater: chance.happens(0.7)),
      journals: journalsOfDevices,
      flaws: flaws,
      copying: other
    )
    device.installation.boot = (chance.next(), now)
    return device
  }

  /// Runs to the end.
  ///
  /// - Throws: ``Failure`` with the first invariant that does not hold.
  public func run() throws -> Report {
    for _ in 0..<min(chance.number(20...120), bounds.steps) {
      now += chance.number(1...4 * 3_600_000)
      try step()
      try afterStep.check(self)
    }
    try makePeace()
    try afterStep.check(self)
    return try AtRest(self, afterStep.copies).check()
  }

  /// The server's installation, then those of the devices.
  var installations: [Installation] { [server.installation] + devices.map(\.installation) }

  func say(_ words: @autoclosure () -> String) { trace?("\(now) \(words())") }

  // MARK: Peace

  /// The number of rounds after which nothing may wait.
  private static let rounds = 4
  private static let demandsPerRound = 2000

  private func makePeace() throws {
    say("peace")
    for device in devices { device.isSignedOut = false }
    for _ in 0..<Simulation.rounds {
      for device in devices {
        now += 1000
        try runRound(of: device)
      }
    }
    // Pulls what the others have pushed since.
    for device in devices where !device.isIdle {
      throw Failure(description: "11: \(device.name) is not done: \(device.situation)")
    }
    for device in devices where device.state?.cursor != server.server.state.head {
      throw Failure(description: "11: \(device.name) does not hold everything: \(device.situation)")
    }
  }

  private func runRound(of device: SimulatedDevice) throws {
    // Ends its pause, whatever it waits for; then continues until it rests.
    for number in 0..<Simulation.demandsPerRound {
      now += 1
      try device.advance(server, .none, now: now)
      if number > 0, device.isResting { return }
    }
  }
}
