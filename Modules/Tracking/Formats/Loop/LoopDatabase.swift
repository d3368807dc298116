import Core
import SQLite
import TrackingContract

/// Reads a backup of Loop Habit Tracker, with any version of its schema up to 25.
///
/// A habit is identified by its uuid. Files from before version 24 have none; there it is
/// identified by the row's id together with the name.
struct LoopDatabase {
  /// The latest known schema version.
  static let latestVersion = 25

  /// The first bytes of every SQLite file.
  static let signature = Array("SQLite format 3\0".utf8)

  private let file: ImportFile
  private let limits: ImportLimits
  private let copy: PrivateCopy
  private let database: Database
  private let version: Int

  init(_ file: ImportFile, bytes: [UInt8], limits: ImportLimits) throws(FormatError) {
    self.file = file
    self.limits = limits
    copy = try LoopDatabase.copy(file, bytes: bytes, limits: limits)
    do throws(SQLiteError) {
      database = try Database.openForeign(path: copy.path)
      version = try database.userVersion()
      guard try LoopTable.isOrdinary("Habits", in: database),
        try LoopTable.isOrdinary("Repetitions", in: database)
      else {
        throw SQLiteError(
          extendedCode: SQLiteError.misuse,
          message: "this is a database, but not a backup of Loop Habit Tracker"
        )
      }
    } catch {
      throw file.error(LoopDatabase.words(error))
    }
    guard version <= LoopDatabase.latestVersion else {
      throw file.error(
        "it was written by a newer Loop Habit Tracker than is known here (version \(version) of its "
          + "database; up to \(LoopDatabase.latestVersion) is read). Loop's CSV export may help"
      )
    }
  }

  func read() throws(FormatError) -> ImportedHistory {
    var draft = HistoryDraft(.loop, file: file.name, limits: limits)
    let habits = try habits()
    let entries = try entries(of: habits, &draft)
    for (id, habit, key) in habits {
      try draft.add(key: key, details: habit.details(&draft), entries: entries[id] ?? [:])
    }
    return draft.finished()
  }

  /// Returns the habits in the order in which Loop shows them.
  private func habits() throws(FormatError) -> [(id: Int64, habit: LoopHabit, key: String)] {
    let table = try LoopTable("Habits", orderedBy: "rowid", in: database, of: file)
    guard table.has("id"), table.has("name") else {
      throw file.error("the column 'id' or 'name' is missing", at: "table Habits")
    }
    var habits: [(position: Int64, id: Int64, habit: LoopHabit, key: String)] = []
    while try table.next() {
      guard let id = try table.integer("id") else { continue }
      let habit = try habit(table)
      let uuid = try table.text("uuid").lowercased()
      let key = uuid.isEmpty ? "id:\(id):\(habit.name)" : "uuid:\(uuid)"
      habits.append((try table.integer("position") ?? Int64.max, id, habit, key))
    }
    habits.sort { ($0.position, $0.id) < ($1.position, $1.id) }
    return habits.map { ($0.id, $0.habit, $0.key) }
  }

  private func habit(_ table: LoopTable) throws(FormatError) -> LoopHabit {
    var habit = LoopHabit()
    habit.name = try table.text("name")
    habit.isNumeric = try table.integer("type") == 1
    // Until version 22, the description held the question.
    let description = try table.text("description")
    habit.question = version < 23 ? description : try table.text("question")
    habit.notes = version < 23 ? "" : description
    habit.times = try table.integer("freq_num") ?? 1
    habit.days = try table.integer("freq_den") ?? 1
    habit.color = LoopPalette.color(try table.integer("color") ?? 0, version: version)
    habit.unit = try table.text("unit")
    habit.isAtMost = try table.integer("target_type") == 1
    habit.targetValue = try table.number("target_value") ?? 0
    habit.isArchived = (try table.integer("archived") ?? 0) != 0
    habit.reminders = try reminders(table)
    return habit
  }

  private func reminders(_ table: LoopTable) throws(FormatError) -> [ReminderTime] {
    guard let hour = try table.integer("reminder_hour"),
      let minute = try table.integer("reminder_min"),
      (0...23).contains(hour), (0...59).contains(minute)
    else { return [] }
    let days = LoopDatabase.weekdays(try table.integer("reminder_days") ?? 127)
    guard !days.isEmpty else { return [] }
    return [
      ReminderTime(minutes: Int(hour * 60 + minute), weekdays: days.count == 7 ? [] : days)
    ]
  }

  /// Decodes a weekday mask whose lowest bit is Saturday.
  private static func weekdays(_ mask: Int64) -> Set<Weekday> {
    let order: [Weekday] = [.saturday, .sunday, .monday, .tuesday, .wednesday, .thursday, .friday]
    return Set(order.enumerated().compactMap { bit, day in mask & (1 << bit) != 0 ? day : nil })
  }

  /// Returns the entries by habit; the first of several rows for a day counts, as in Loop itself.
  private func entries(
    of habits: [(id: Int64, habit: LoopHabit, key: String)],
    _ draft: inout HistoryDraft
  ) throws(FormatError) -> [Int64: [Day: Entry]] {
    let table = try LoopTable("Repetitions", orderedBy: "rowid", in: database, of: file)
    let known = Dictionary(habits.map { ($0.id, $0.habit) }) { first, _ in first }
    var seen: [Int64: Set<Day>] = [:]
    var entries: [Int64: [Day: Entry]] = [:]
    var orphans = 0
    var repeated = 0
    while try table.next() {
      let owner = try table.integer("habit")
      guard let owner, let habit = known[owner], let time = try table.integer("timestamp") else {
        orphans += 1
        continue
      }
      let day = ImportDay.day(milliseconds: time)
      guard seen[owner, default: []].insert(day).inserted else {
        repeated += 1
        continue
      }
      // Until version 15, every row meant yes.
      let raw = table.has("value") ? try table.integer("value") ?? -1 : 2
      let note = try table.text("notes")
      entries[owner, default: [:]][day] = habit.entry(raw, note: note, on: day, &draft)
    }
    if orphans > 0 {
      let words = orphans.counted("entry was", "entries were")
      draft.remark("\(words) left out for belonging to no habit or no day.")
    }
    if repeated > 0 {
      let words = repeated.counted("entry was", "entries were")
      draft.remark(
        "\(words) left out for repeating a day; the first one counts, as in Loop."
      )
    }
    return entries
  }

  /// Copies the file, with its write-ahead log if there is one, so that the copy can be opened.
  private static func copy(
    _ file: ImportFile,
    bytes: [UInt8],
    limits: ImportLimits
  ) throws(FormatError) -> PrivateCopy {
    let log = file.folder.child("\(file.name)-wal")
    let logBytes = log.isFile ? try log.bytes(limit: limits.fileBytes) : []
    var bytes = bytes
    if logBytes.isEmpty, bytes.count > 19, bytes[18] == 2, bytes[19] == 2 {
      // Without a log the file is complete; saying so in its header (sqlite.org/fileformat2.html,
      // 1.3.3) lets it be opened read-only.
      bytes[18] = 1
      bytes[19] = 1
    }
    let copy = try PrivateCopy(of: bytes, for: file)
    if !logBytes.isEmpty { try copy.add(logBytes, suffix: "-wal", for: file) }
    return copy
  }

  /// Describes an SQLite error as a sentence without its full stop.
  static func words(_ error: SQLiteError) -> String {
    switch error.kind {
    case .damaged: "this database is damaged; make a new backup in Loop"
    case .notADatabase: "this is not a database, or it is damaged at its beginning"
    case .other where error.code == SQLiteError.misuse: error.message
    default: "it cannot be read (\(error.message))"
    }
  }
}
