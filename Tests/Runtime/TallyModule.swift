import Core

/// A minimal module: counts without registers in a way that does not depend on the order of facts.
enum TallyModule: Module {
  typealias State = TallyState

  static let manifest = Manifest(
    name: "tally",
    version: "1.0.0",
    summary: "Counts.",
    kernel: KernelVersion(2, 0),
    owns: [Tallied.self],
    publishes: [TallyChanged.self],
    answers: [AddTally.self, SetTally.self, ImportTallies.self, TallyTotal.self]
  )

  static func register(in host: inout some ModuleHost<TallyState>) {
    host.fold(Tallied.self) { state, fact, context in
      state.total += fact.amount
      context.emit(TallyChanged(total: state.total))
      if state.total % 10 == 0 { context.signal(TenReached(total: state.total)) }
    }
    host.decide(AddTally.self) { state, command, _ in
      let takesFromWhatIsThere = command.amount < 0 && state.total + command.amount >= 0
      guard command.amount > 0 || takesFromWhatIsThere else {
        throw DomainError("not-positive", "Add something.")
      }
      return [Tallied(amount: command.amount)]
    } reply: { state, _, _ in
      state.total
    }
    host.decide(SetTally.self) { state, command, _ in
      let missing = command.total - state.total
      return missing == 0 ? .unchanged : [Tallied(amount: missing)]
    } reply: { state, _, _ in
      state.total
    }
    host.decide(ImportTallies.self) { _, command, _ in
      .history(command.amounts.map { Tallied(amount: $0, proof: command.proof) })
    } reply: { state, _, _ in
      state.total
    }
    host.answer(TallyTotal.self) { state, _, _ in state.total }
  }
}

struct TallyState: ModuleState {
  static let foldVersion = 1
  var total = 0

  init() {}
  init(from reader: inout ByteReader) throws { total = Int(try reader.read(Int64.self)) }
  func write(to writer: inout ByteWriter) { writer.write(Int64(total)) }
}

struct Tallied: Fact {
  static let name = "tally.tallied"
  let amount: Int
  var proof: String?
  var entity: EntityID? { nil }
}

struct TallyChanged: Change, IntegrationEvent {
  static let summary = "The total was changed."
  static let name = "tally.tally-changed"
  let total: Int
}

struct TenReached: Signal, IntegrationEvent {
  static let summary = "The total is a multiple of ten."
  static let name = "tally.ten-reached"
  let total: Int
}

struct AddTally: Command {
  typealias Reply = Int
  static let name = "tally.add"
  static let summary = "Adds."
  let amount: Int
}

/// Makes the total what is asked for, unless it is.
struct SetTally: Command {
  typealias Reply = Int
  static let name = "tally.set"
  static let summary = "Sets the total."
  let total: Int
}

/// Imports tallies of another program.
struct ImportTallies: Command {
  typealias Reply = Int
  static let name = "tally.import"
  static let summary = "Takes over counts."
  let amounts: [Int]
  /// Goes with each of them.
  var proof: String?
}

struct TallyTotal: Query {
  typealias Reply = Int
  static let name = "tally.total"
  static let summary = "The total."
}

/// Follows another module's changes and queries it.
enum EchoModule: Module {
  typealias State = TallyState

  static let manifest = Manifest(
    name: "echo",
    version: "1.0.0",
    summary: "Counts the changes.",
    kernel: KernelVersion(2, 0),
    needs: ["tally"],
    follows: [TallyChanged.self],
    answers: [EchoCount.self]
  )

  static func register(in host: inout some ModuleHost<TallyState>) {
    host.follow(TallyChanged.self) { state, _, _ in state.total += 1 }
    host.answer(EchoCount.self) { state, _, context in
      EchoReply(changes: state.total, total: try context.ask(TallyTotal()))
    }
  }
}

struct EchoReply: Codable, Sendable, Equatable {
  let changes: Int
  let total: Int
}

struct EchoCount: Query {
  typealias Reply = EchoReply
  static let name = "echo.count"
  static let summary = "How many changes there were."
}

/// Fails at every change.
enum FaultyModule: Module {
  typealias State = TallyState

  struct Broken: Error {}

  static let manifest = Manifest(
    name: "faulty",
    version: "1.0.0",
    summary: "Fails.",
    kernel: KernelVersion(2, 0),
    follows: [TallyChanged.self]
  )

  static func register(in host: inout some ModuleHost<TallyState>) {
    host.follow(TallyChanged.self) { _, _, _ in throw Broken() }
  }
}

/// Sets an alarm for an hour after each tally, and counts that, too.
enum AlarmModule: Module {
  typealias State = TallyState

  static let manifest = Manifest(
    name: "alarm",
    version: "1.0.0",
    summary: "Wakes.",
    kernel: KernelVersion(2, 0),
    owns: [Woken.self],
    follows: [TallyChanged.self],
    answers: [WakeCount.self]
  )

  static func register(in host: inout some ModuleHost<TallyState>) {
    host.follow(TallyChanged.self) { _, _, context in
      context.setAlarm("later", at: context.stamp.clock.instant.advanced(bySeconds: 3600))
    }
    host.fold(Woken.self) { state, _, _ in state.total += 1 }
    host.wake { _, _, _ in [Woken()] }
    host.answer(WakeCount.self) { state, _, _ in state.total }
  }
}

/// Sets an alarm once there is a tally, and every hour after that.
enum HourlyModule: Module {
  typealias State = TallyState

  static let manifest = Manifest(
    name: "hourly",
    version: "1.0.0",
    summary: "Wakes.",
    kernel: KernelVersion(2, 0),
    follows: [TallyChanged.self]
  )

  static func register(in host: inout some ModuleHost<TallyState>) {
    host.follow(TallyChanged.self) { _, _, context in
      context.setAlarm("hour", at: Instant(seconds: 0))
    }
    host.wake { _, key, context in
      Decision().waking(key, at: context.now.advanced(bySeconds: 3600))
    }
  }
}

struct Woken: Fact {
  static let name = "alarm.woken"
  var entity: EntityID? { nil }
}

struct WakeCount: Query {
  typealias Reply = Int
  static let name = "alarm.count"
  static let summary = "How often it woke."
}
