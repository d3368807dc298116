import Core

/// Records the origin of each tally and the start of weeks at that time.
enum WitnessModule: Module {
  struct State: ModuleState {
    static let foldVersion = 1
    var notes: [String] = []

    init() {}
    init(from reader: inout ByteReader) throws { notes = try reader.readList { try $0.read() } }

    func write(to writer: inout ByteWriter) {
      writer.write(count: notes.count)
      for note in notes { writer.write(note) }
    }
  }

  static let manifest = Manifest(
    name: "witness",
    version: "1.0.0",
    summary: "Takes notes.",
    kernel: KernelVersion(2, 0),
    reads: [Tallied.self, WeekMoved.self],
    answers: [WitnessNotes.self]
  )

  static func register(in host: inout some ModuleHost<State>) {
    // Folded here first, so that the module that answers the calendar query is not the first one.
    host.fold(WeekMoved.self) { _, _, _ in }
    host.fold(Tallied.self) { state, fact, context in
      state.notes.append("\(fact.amount) \(context.origin) \(context.calendar.weekStart)")
    }
    host.answer(WitnessNotes.self) { state, _, context in
      WitnessNotes.Reply(notes: state.notes, weekStart: context.calendar.weekStart)
    }
  }
}

struct WitnessNotes: Query {
  struct Reply: Codable, Sendable, Equatable {
    let notes: [String]
    let weekStart: Weekday
  }

  static let name = "witness.notes"
  static let summary = "What was seen."
}

/// Answers the calendar query: the start of weeks as last set, and Saturday from a total of 1000.
enum WeekModule: Module {
  struct State: ModuleState {
    static let foldVersion = 1
    var start = Weekday.monday

    init() {}
    init(from reader: inout ByteReader) throws {
      start = Weekday(rawValue: Int(try reader.read(UInt8.self))) ?? .monday
    }
    func write(to writer: inout ByteWriter) { writer.write(UInt8(start.rawValue)) }
  }

  static let manifest = Manifest(
    name: "week",
    version: "1.0.0",
    summary: "Counts weeks.",
    kernel: KernelVersion(2, 0),
    owns: [WeekMoved.self],
    follows: [TallyChanged.self],
    answers: [CurrentCalendar.self, MoveWeek.self]
  )

  static func register(in host: inout some ModuleHost<State>) {
    host.fold(WeekMoved.self) { state, fact, _ in state.start = fact.start }
    host.follow(TallyChanged.self) { state, change, _ in
      if change.total >= 1000 { state.start = .saturday }
    }
    host.decide(MoveWeek.self) { _, command, _ in
      [WeekMoved(start: command.start)]
    } reply: { _, _, _ in
      true
    }
    host.answer(CurrentCalendar.self) { state, _, _ in
      LocalCalendar(zone: .utc, weekStart: state.start)
    }
  }
}

struct WeekMoved: Fact {
  static let name = "week.week-moved"
  let start: Weekday
  var entity: EntityID? { nil }
}

struct MoveWeek: Command {
  typealias Reply = Bool
  static let name = "week.move"
  static let summary = "Has weeks begin on another day."
  let start: Weekday
}
