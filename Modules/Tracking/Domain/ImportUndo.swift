import Core
import TrackingContract

/// The imports of a space, in any order of arrival of their facts.
struct Imports: Sendable {
  struct Import: Sendable {
    let stamp: HybridTimestamp
    let source: String
    let habits: [HabitID]
    let at: Instant
  }

  /// Ascending by timestamp.
  private var all: [Import] = []
  private var undone: Set<HybridTimestamp> = []

  init() {}

  /// The latest import that was not taken back.
  var latest: Import? { all.last { !undone.contains($0.stamp) } }

  /// Returns the timestamp at which the same device imported again; nil if it did not.
  ///
  /// An import that was undone does not count: the marks that it had replaced have later timestamps
  /// since then, and belong to the import before it again.
  func end(of held: Import) -> HybridTimestamp? {
    all.first {
      $0.stamp.device == held.stamp.device && $0.stamp > held.stamp && !undone.contains($0.stamp)
    }?.stamp
  }

  func source(of stamp: HybridTimestamp) -> String? { all.first { $0.stamp == stamp }?.source }

  /// The habits that imports from a program created, also those that are gone.
  func habits(from source: String) -> Set<HabitID> {
    all.reduce(into: []) { habits, each in
      if each.source == source { habits.formUnion(each.habits) }
    }
  }

  mutating func insert(_ fact: HistoryImported, at stamp: HybridTimestamp) {
    let place = all.firstIndex { $0.stamp >= stamp } ?? all.count
    guard place == all.count || all[place].stamp != stamp else { return }
    let made = Import(stamp: stamp, source: fact.source, habits: fact.habits, at: fact.at)
    all.insert(made, at: place)
  }

  mutating func undo(_ stamp: HybridTimestamp) { undone.insert(stamp) }

  func write(to writer: inout ByteWriter) {
    writer.write(count: all.count)
    for each in all {
      writer.write(each.stamp)
      writer.write(each.source)
      writer.write(count: each.habits.count)
      for habit in each.habits { writer.write(habit) }
      writer.write(each.at.milliseconds)
    }
    writer.write(count: undone.count)
    for stamp in undone.sorted() { writer.write(stamp) }
  }

  init(from reader: inout ByteReader) throws {
    all = try reader.readList { reader in
      Import(
        stamp: try reader.read(HybridTimestamp.self),
        source: try reader.read(),
        habits: try reader.readList { try $0.read(HabitID.self) },
        at: Instant(milliseconds: try reader.read())
      )
    }
    undone = Set(try reader.readList { try $0.read(HybridTimestamp.self) })
  }
}

/// Takes the latest import back, as long as nothing was built on it.
struct ImportUndo {
  let state: TrackingState
  let held: Imports.Import
  private let end: HybridTimestamp?

  init?(_ state: TrackingState) {
    guard let held = state.imports.latest else { return nil }
    self.state = state
    self.held = held
    end = state.imports.end(of: held)
  }

  static func decide(
    _ state: TrackingState,
    _ command: UndoImport,
    _ context: RequestContext
  ) throws -> Decision {
    guard let undo = ImportUndo(state) else {
      throw DomainError(
        "no-import",
        "There is no import that could be taken back. Nothing was changed."
      )
    }
    if let built = try undo.firstBuiltOn(context) {
      throw DomainError(
        "import-built-on",
        "“\(built.title)” was changed since it was imported from \(undo.held.source), so the "
          + "import stays: \(built.what.joined(separator: "; ")). Nothing was changed: delete the "
          + "habits that you do not want."
      )
    }
    return .retraction([ImportUndone(undo.held.stamp)] + undo.deletions + undo.clearings)
  }

  static func reply(
    _ state: TrackingState,
    _ command: UndoImport,
    _ context: RequestContext
  ) -> UndoneImport {
    let undone = context.decided.lazy.compactMap { $0 as? ImportUndone }.first
    return UndoneImport(source: undone.flatMap { state.imports.source(of: $0.stamp) } ?? "")
  }

  /// What is taken back, according to the state before.
  func report(_ context: RequestContext) throws -> ImportSummary {
    let entries = state.habits.values.reduce(0) { $0 + days(of: $1).count }
    return ImportSummary(
      source: held.source,
      at: held.at,
      habits: created.count,
      entries: entries,
      changed: try firstBuiltOn(context)?.title
    )
  }

  /// The habits that the import created and that are still there.
  private var created: [HabitRecord] {
    held.habits.compactMap { state.habits[$0] }.filter(\.isLive)
  }

  private var deletions: [any Fact] { created.map { HabitDeleted(habit: $0.id) } }

  /// Restores the previous entries of habits that existed before the import.
  private var clearings: [any Fact] { earlierHabits.flatMap { clearings(of: $0) } }

  /// The habits that existed before the import.
  private var earlierHabits: [HabitRecord] {
    let gone = Set(created.map(\.id))
    return state.habits.values.filter { $0.isLive && !gone.contains($0.id) }
      .sorted { $0.id < $1.id }
  }

  /// As few facts as the import had: one for many days, and one for each with a note of the
  /// person's own.
  private func clearings(of record: HabitRecord) -> [any Fact] {
    let all = days(of: record).map { cleared($0, of: record) }
    let imported = all.filter(\.isOfImportAlone).map {
      ImportedEntry(day: $0.day, entry: $0.entry)
    }
    let facts: [any Fact] = DaysImported.facts(
      habit: record.id,
      source: held.source,
      entries: imported
    )
    return facts + all.filter { !$0.isOfImportAlone }
  }

  private func cleared(_ day: Int, of record: HabitRecord) -> CheckSet {
    let entries = record.entries
    let earlier = earlier(on: day, of: record)
    let isNoteOurs = entries.hasOwnNote(on: day)
    let note =
      isNoteOurs
      ? entries.entry(on: day)?.note
      : entries.replacedNotes(on: day).first { $0.order == earlier?.order }?.value
    return CheckSet(
      habit: record.id,
      day: Day(number: day),
      entry: earlier?.value.entry(note: note ?? "") ?? Entry(mark: .open, note: note ?? ""),
      only: isNoteOurs ? .mark : nil,
      // Without a source, the person would seem to have cleared the day.
      source: held.source
    )
  }

  /// What the day had before the import, which an earlier import had brought.
  ///
  /// Nothing of the person's was replaced, since that counts before what imports bring.
  private func earlier(on day: Int, of record: HabitRecord) -> EntryWrite<KeptMark>? {
    record.entries.replaced(on: day).first { $0.stamp < held.stamp }
  }

  /// The days whose entries the import brought, and that are not clear again.
  private func days(of record: HabitRecord) -> [Int] {
    let days = state.importedDays(of: record) { stamp in
      stamp.device == held.stamp.device && stamp > held.stamp && end.map { stamp < $0 } ?? true
    }
    return days.filter { record.entries.entry(on: $0) != nil }
  }
}

extension CheckSet {
  /// Whether it says no more than a day of ``DaysImported`` does.
  fileprivate var isOfImportAlone: Bool { only == nil }
}

// MARK: What was built on it

extension ImportUndo {
  /// The first habit in which something was changed since, and what.
  private func firstBuiltOn(
    _ context: RequestContext
  ) throws -> (title: String, what: [String])? {
    if let first = firstJoined ?? firstForgotten { return first }
    let created = created
    let ids = created.map(\.id)
    var others: [BuiltOnHabit] = []
    if context.answers(FreezesOnHabits.self) {
      others += try context.ask(FreezesOnHabits(habits: ids))
    }
    if context.answers(RemindersOnHabits.self) {
      others += try context.ask(RemindersOnHabits(habits: ids))
    }
    for record in created {
      let theirs = others.filter { $0.habit == record.id }.map(\.words)
      let what = builtHere(on: record) + theirs
      if !what.isEmpty, record.isLive { return (record.title, what) }
    }
    return nil
  }

  /// The first habit of the import that was joined with another one.
  ///
  /// Nobody could distinguish the days of the two any more.
  private var firstJoined: (title: String, what: [String])? {
    for record in held.habits.compactMap({ state.habits[$0] }) {
      if let root = record.root, let other = state.habits[root] {
        return (record.title, ["it was joined into “\(other.title)”"])
      }
      if let member = state.joins.members[record.id]?.first, let other = state.habits[member] {
        return (record.title, ["“\(other.title)” was joined into it"])
      }
    }
    return nil
  }

  /// The first habit with days of which nobody knows any more what they had before the import.
  private var firstForgotten: (title: String, what: [String])? {
    for record in earlierHabits {
      let forgotten = days(of: record).filter { day in
        earlier(on: day, of: record) == nil && record.entries.hasForgotten(on: day)
      }
      let what = words(
        forgotten,
        "was imported too often to know what it had before",
        "were imported too often to know what they had before"
      )
      if !what.isEmpty { return (record.title, what) }
    }
    return nil
  }

  /// What was changed in a habit since it was imported; changes that were undone do not count.
  private func builtHere(on record: HabitRecord) -> [String] {
    var what: [String] = []
    let details = record.changedDetails
    if !details.isEmpty { what.append("its \(details.joined(separator: ", ")) changed") }
    what += words(record.entries.ownMarks, "was marked", "were marked")
    what += words(record.entries.ownNotes, "has a note of yours", "have notes of yours")
    what += state.vacations.filter { $0.habits?.contains(record.id) == true }.map {
      "a vacation was planned from \($0.from) to \($0.to)"
    }
    return what
  }

  private func words(_ days: [Int], _ one: String, _ many: String) -> [String] {
    guard let first = days.first, let last = days.last else { return [] }
    let (from, to) = (Day(number: first), Day(number: last))
    return [first == last ? "\(from) \(one)" : "\(days.count) days from \(from) to \(to) \(many)"]
  }
}
