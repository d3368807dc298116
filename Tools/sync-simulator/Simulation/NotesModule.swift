import Core

/// A small module with all that a sync must carry: registers, erasure, signals, refused facts.
enum NotesModule: Module {
  typealias State = NotesState

  static let manifest = Manifest(
    name: "notes",
    version: "1.0.0",
    summary: "Keeps short notes.",
    kernel: KernelVersion(2, 0),
    owns: [NoteWritten.self, NoteErased.self],
    answers: [WriteNote.self, EraseNote.self]
  )

  static func register(in host: inout some ModuleHost<NotesState>) {
    host.fold(NoteWritten.self) { state, fact, context in
      state.set(fact.value, of: fact.note, at: context.stamp)
      context.signal(NotePraised(value: fact.value))
    }
    host.fold(NoteErased.self) { state, fact, _ in state.erase(fact.note) }
    host.decide(WriteNote.self) { _, command, _ in
      [NoteWritten(note: command.note, value: command.value, isUnfit: command.isUnfit)]
    } reply: { _, _, _ in
      true
    }
    host.decide(EraseNote.self) { _, command, _ in
      [NoteErased(note: command.note)]
    } reply: { _, _, _ in
      true
    }
  }
}

struct NotesState: ModuleState {
  static let foldVersion = 1
  private(set) var notes: [EntityID: LWWRegister<Int>] = [:]
  private var erased: Set<EntityID> = []

  init() {}

  mutating func set(_ value: Int, of note: EntityID, at stamp: HybridTimestamp) {
    guard !erased.contains(note) else { return }
    notes[note, default: LWWRegister(0)].set(value, at: stamp)
  }

  mutating func erase(_ note: EntityID) {
    erased.insert(note)
    notes[note] = nil
  }

  init(from reader: inout ByteReader) throws {
    for (note, register) in try reader.readList({
      (try $0.read(EntityID.self), LWWRegister(Int(try $0.read(Int64.self)), at: try $0.read()))
    }) {
      notes[note] = register
    }
    erased = Set(try reader.readList { try $0.read(EntityID.self) })
  }

  func write(to writer: inout ByteWriter) {
    writer.write(count: notes.count)
    for (note, register) in notes.sorted(by: { $0.key < $1.key }) {
      writer.write(note)
      writer.write(Int64(register.value))
      writer.write(register.stamp)
    }
    writer.write(count: erased.count)
    for note in erased.sorted() { writer.write(note) }
  }
}

struct NoteWritten: Fact {
  static let name = "notes.written"
  let note: EntityID
  let value: Int
  /// Whether the server refuses the fact.
  var isUnfit = false
  var entity: EntityID? { note }
}

struct NoteErased: ErasingFact {
  static let name = "notes.erased"
  let note: EntityID
  var entity: EntityID? { note }
}

struct NotePraised: Signal {
  static let name = "notes.praised"
  let value: Int
}

struct WriteNote: Command {
  typealias Reply = Bool
  static let name = "notes.write"
  static let summary = "Writes a note."
  let note: EntityID
  let value: Int
  let isUnfit: Bool
}

struct EraseNote: Command {
  typealias Reply = Bool
  static let name = "notes.erase"
  static let summary = "Erases a note."
  let note: EntityID
}

/// A module that only newer versions have.
enum LaterModule: Module {
  typealias State = LaterState

  static let manifest = Manifest(
    name: "later",
    version: "1.0.0",
    summary: "Adds numbers up.",
    kernel: KernelVersion(2, 0),
    owns: [Counted.self],
    answers: [Count.self]
  )

  static func register(in host: inout some ModuleHost<LaterState>) {
    host.fold(Counted.self) { state, fact, _ in state.sum &+= fact.amount }
    host.decide(Count.self) { _, command, _ in
      [Counted(amount: command.amount)]
    } reply: { _, _, _ in
      true
    }
  }
}

struct LaterState: ModuleState {
  static let foldVersion = 1
  var sum: Int64 = 0

  init() {}
  init(from reader: inout ByteReader) throws { sum = try reader.read() }
  func write(to writer: inout ByteWriter) { writer.write(sum) }
}

struct Counted: Fact {
  static let name = "later.counted"
  let amount: Int64
  var entity: EntityID? { nil }
}

struct Count: Command {
  typealias Reply = Bool
  static let name = "later.count"
  static let summary = "Adds a number."
  let amount: Int64
}
