import Core

/// Cheers at every large tally, and summarizes a page of the past.
enum CheerModule: Module {
  typealias State = TallyState

  static let manifest = Manifest(
    name: "cheer",
    version: "1.0.0",
    summary: "Cheers.",
    kernel: KernelVersion(2, 0),
    needs: ["tally"],
    owns: [Cheered.self],
    reads: [Tallied.self],
    answers: [CheerCount.self]
  )

  static func register(in host: inout some ModuleHost<TallyState>) {
    host.react(to: Tallied.self, when: { $0.amount >= 100 }) { _, fact, _ in
      [Cheered(amount: fact.amount)]
    }
    host.fold(Cheered.self) { state, _, _ in state.total += 1 }
    host.summarize { _, context in
      Decision().signalling([SummedUp(total: try context.ask(TallyTotal()))])
    }
    host.answer(CheerCount.self) { state, _, _ in state.total }
  }
}

struct Cheered: Fact {
  static let name = "cheer.cheered"
  let amount: Int
  var entity: EntityID? { nil }
}

struct SummedUp: Signal, IntegrationEvent {
  static let summary = "Facts from elsewhere were summed up."
  static let name = "cheer.summed-up"
  let total: Int
}

struct CheerCount: Query {
  typealias Reply = Int
  static let name = "cheer.count"
  static let summary = "How often it cheered."
}

/// Two modules that react to each other endlessly.
enum PingModule: Module {
  typealias State = TallyState

  static let manifest = Manifest(
    name: "ping",
    version: "1.0.0",
    summary: "Serves.",
    kernel: KernelVersion(2, 0),
    owns: [Pinged.self],
    reads: [Ponged.self],
    answers: [Serve.self]
  )

  static func register(in host: inout some ModuleHost<TallyState>) {
    host.fold(Pinged.self) { state, _, _ in state.total += 1 }
    host.react(to: Ponged.self, when: { _ in true }) { _, _, _ in [Pinged()] }
    host.decide(Serve.self) { _, _, _ in
      [Pinged()]
    } reply: { state, _, _ in
      state.total
    }
  }
}

enum PongModule: Module {
  typealias State = TallyState

  static let manifest = Manifest(
    name: "pong",
    version: "1.0.0",
    summary: "Returns.",
    kernel: KernelVersion(2, 0),
    owns: [Ponged.self],
    reads: [Pinged.self]
  )

  static func register(in host: inout some ModuleHost<TallyState>) {
    host.fold(Ponged.self) { state, _, _ in state.total += 1 }
    host.react(to: Pinged.self, when: { _ in true }) { _, _, _ in [Ponged()] }
  }
}

struct Pinged: Fact {
  static let name = "ping.pinged"
  var entity: EntityID? { nil }
}

struct Ponged: Fact {
  static let name = "pong.ponged"
  var entity: EntityID? { nil }
}

struct Serve: Command {
  typealias Reply = Int
  static let name = "ping.serve"
  static let summary = "Serves."
}

/// Throws when it decides the reaction to a tally.
enum SulkingModule: Module {
  typealias State = TallyState

  struct Sulk: Error {}

  static let manifest = Manifest(
    name: "sulking",
    version: "1.0.0",
    summary: "Sulks.",
    kernel: KernelVersion(2, 0),
    reads: [Tallied.self]
  )

  static func register(in host: inout some ModuleHost<TallyState>) {
    host.react(to: Tallied.self, when: { _ in true }) { _, _, _ in throw Sulk() }
  }
}
