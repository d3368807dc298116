import Core
import SQLite
import Testing
import TrackingContract

@testable import TrackingFormats

struct LoopDatabaseTests {
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  /// Creates a backup in the schema of version 25.
  private func current(_ sql: String, version: Int = 25) throws -> String {
    try database(
      """
      CREATE TABLE Habits (id integer primary key, archived integer, color integer,
        description text not null default '', freq_den integer, freq_num integer,
        highlight integer, name text, position integer, reminder_days integer default 127,
        reminder_hour integer, reminder_min integer, type integer not null default 0,
        target_type integer not null default 0, target_value real not null default 0,
        unit text not null default '', question text not null default '', uuid text);
      CREATE TABLE Repetitions (id integer primary key, habit integer, timestamp integer,
        value integer not null, notes text);
      """ + sql,
      version: version
    )
  }

  private func database(_ sql: String, version: Int) throws -> String {
    let path = "\(scratch.path)/backup.db"
    let database = try Database(path: path, mode: .readWriteCreate)
    try database.execute(sql)
    try database.setUserVersion(version)
    return path
  }

  /// Returns the milliseconds of a day's midnight in UTC.
  private func time(_ text: String) throws -> Int64 { Int64(try day(text).number) * 86_400_000 }

  @Test func `everything about a habit is kept`() throws {
    let path = try current(
      """
      INSERT INTO Habits (id, archived, color, description, freq_num, freq_den, name, position,
        reminder_days, reminder_hour, reminder_min, question, uuid)
      VALUES (7, 1, 11, 'Before six', 3, 7, 'Rise', 1, 5, 6, 30, 'Up?', 'AB12'),
        (8, 0, 0, '', 1, 1, 'First', 0, 127, 8, 0, '', 'cd34');
      """
    )
    let history = try ImportReader.read(path: path)
    #expect(history.source == "loop")
    #expect(history.habits.map(\.key) == ["uuid:cd34", "uuid:ab12"])
    let rise = try history.habit("Rise").details
    #expect(
      rise
        == HabitDetails(
          title: "Rise",
          notes: "Before six",
          question: "Up?",
          color: HabitColor(rgb: 0x1976D2),
          schedule: .times(3, per: .rolling(days: 7)),
          archived: true,
          position: 1,
          reminders: [ReminderTime(minutes: 390, weekdays: [.saturday, .monday])]
        )
    )
    let first = try history.habit("First").details
    #expect(first.schedule == .daily)
    #expect(first.reminders == [ReminderTime(minutes: 480)])
  }

  @Test func `all stored values of a yes-or-no habit are told apart, with their notes`() throws {
    let start = try time("2026-03-01")
    let rows = [-1, 0, 1, 2, 3].enumerated().map { index, value in
      "INSERT INTO Repetitions (habit, timestamp, value, notes) VALUES "
        + "(1, \(start + Int64(index) * 86_400_000), \(value), 'n\(value)');"
    }
    let path = try current(
      "INSERT INTO Habits (id, name, uuid) VALUES (1, 'A', 'u');" + rows.joined()
        + "INSERT INTO Repetitions (habit, timestamp, value) VALUES (1, \(start - 86400000), -1);"
    )
    let entries = try ImportReader.read(path: path).habit("A").entries
    #expect(entries.map(\.entry.mark) == [.open, .missed, .automatic, .done, .skipped])
    #expect(entries.map(\.entry.note) == ["n-1", "n0", "n1", "n2", "n3"])
    #expect(entries.first?.day.description == "2026-03-01")
  }

  @Test func `measured values are thousandths, 3 is a skip and 0 a real zero`() throws {
    let start = try time("2026-03-01")
    let rows = [0, 3, 1500, 20_000, -1, 2].enumerated().map { index, value in
      "INSERT INTO Repetitions (habit, timestamp, value) VALUES "
        + "(1, \(start + Int64(index) * 86_400_000), \(value));"
    }
    let path = try current(
      """
      INSERT INTO Habits (id, name, uuid, type, target_type, target_value, unit, freq_num, freq_den)
      VALUES (1, 'Run', 'u', 1, 0, 12.5, 'km', 1, 7);
      """ + rows.joined()
    )
    let history = try ImportReader.read(path: path)
    let run = try history.habit("Run")
    #expect(run.details.target == Target(amount: Amount(thousandths: 12_500), unit: "km"))
    #expect(run.details.schedule == .times(1, per: .rolling(days: 7)))
    #expect(history.remarks.contains { $0.contains("adds up 7 days") })
    #expect(run.entry("2026-03-01") == Entry(mark: .open, value: Amount(thousandths: 0)))
    #expect(run.entry("2026-03-02") == Entry(mark: .skipped))
    #expect(run.entry("2026-03-03") == Entry(mark: .open, value: Amount(thousandths: 1500)))
    #expect(run.entry("2026-03-04") == Entry(mark: .done, value: Amount(thousandths: 20_000)))
    #expect(run.entry("2026-03-05") == nil)
    #expect(run.entry("2026-03-06") == Entry(mark: .open, value: Amount(thousandths: 2)))
  }

  @Test func `with an upper target zero is done`() throws {
    let path = try current(
      """
      INSERT INTO Habits (id, name, uuid, type, target_type, target_value)
      VALUES (1, 'Cups', 'u', 1, 1, 2);
      INSERT INTO Repetitions (habit, timestamp, value)
      VALUES (1, \(try time("2026-03-01")), 0), (1, \(try time("2026-03-02")), 3000);
      """
    )
    let cups = try ImportReader.read(path: path).habit("Cups")
    #expect(cups.details.target?.direction == .atMost)
    #expect(cups.entries.map(\.entry.mark) == [.done, .open])
  }

  @Test func `a file of version 12 is read as that version meant it`() throws {
    let path = try database(
      """
      CREATE TABLE Habits (Id INTEGER PRIMARY KEY, archived INTEGER, color INTEGER,
        description TEXT, freq_den INTEGER, freq_num INTEGER, highlight INTEGER, name TEXT,
        position INTEGER, reminder_days INTEGER, reminder_hour INTEGER, reminder_min INTEGER);
      CREATE TABLE Repetitions (Id INTEGER PRIMARY KEY, habit INTEGER, timestamp INTEGER);
      INSERT INTO Habits VALUES (3, 0, -16742021, 'Did you?', 30, 2, 0, 'Old', 0, 127, NULL, NULL);
      INSERT INTO Repetitions VALUES (1, 3, \(try time("2015-01-01")));
      """,
      version: 12
    )
    let old = try ImportReader.read(path: path).habit("Old")
    #expect(old.key == "id:3:Old")
    #expect(old.details.color.rgb == 0x00897B)
    #expect(old.details.question == "Did you?")
    #expect(old.details.notes.isEmpty)
    #expect(old.details.schedule == .times(2, per: .rolling(days: 30)))
    #expect(old.entries.map(\.entry) == [Entry(mark: .done)])
  }

  @Test(arguments: [
    (14, 5, 0x039BE5 as UInt32), (20, 12, 0xAAAAAA), (21, 5, 0xAFB42B), (25, 99, 0xD32F2F),
  ])
  func `colors follow the palette of the version`(version: Int, color: Int, rgb: UInt32) throws {
    let expected = version < 21 && color == 5 ? 0x00897B as UInt32 : rgb
    #expect(LoopPalette.color(Int64(color), version: version).rgb == expected)
  }

  @Test func `of two rows for a day the first counts, and orphans are told`() throws {
    let path = try current(
      """
      INSERT INTO Habits (id, name, uuid) VALUES (1, 'A', 'u');
      INSERT INTO Repetitions (habit, timestamp, value) VALUES (1, 0, 2), (1, 0, 0), (9, 0, 2),
        (NULL, 0, 2), (1, NULL, 2);
      """
    )
    let history = try ImportReader.read(path: path)
    #expect(try history.habit("A").entries.map(\.entry.mark) == [.done])
    #expect(history.remarks.contains { $0.hasPrefix("3 entries were left out") })
    #expect(history.remarks.contains { $0.hasPrefix("1 entry was left out for repeating") })
  }

  @Test func `a newer version is refused in words`() throws {
    let words = refusal(try current("", version: 26))
    #expect(words.contains("version 26"))
    #expect(words.hasPrefix("backup.db: "))
    #expect(words.hasSuffix("Nothing was imported."))
  }

  @Test func `another database, views and text instead of numbers are refused`() throws {
    #expect(
      refusal(try database("CREATE TABLE x (y)", version: 1)).contains("not a backup of Loop")
    )
    let view = try Scratch()
    let path = "\(view.path)/view.db"
    let database = try Database(path: path, mode: .readWriteCreate)
    try database.execute(
      """
      CREATE TABLE Habits (id integer, name text);
      CREATE VIEW Repetitions AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i FROM n)
        SELECT i AS habit, i AS timestamp FROM n;
      """
    )
    #expect(refusal(path).contains("not a backup of Loop"))
  }

  @Test func `a value of the wrong kind is told with table and row`() throws {
    let path = try current("INSERT INTO Habits (id, name, freq_num) VALUES (4, 'A', 'often');")
    #expect(refusal(path).contains("table Habits, row 4: the column 'freq_num'"))
  }

  @Test func `nothing appears beside the file, also when it has a write-ahead log`() throws {
    let path = try current("INSERT INTO Habits (id, name, uuid) VALUES (1, 'A', 'u');")
    let database = try Database(path: path, mode: .readWrite)
    try database.execute("PRAGMA journal_mode = WAL")
    try database.execute("INSERT INTO Habits (id, name, uuid) VALUES (2, 'B', 'v')")
    let before = scratch.names
    #expect(before.contains("backup.db-wal"))
    #expect(try ImportReader.read(path: path).habits.count == 2)
    #expect(scratch.names == before)
  }

  @Test func `text is read in any encoding, and refused when it is broken`() throws {
    let wide = "PRAGMA encoding = 'UTF-16le'; CREATE TABLE Habits (id integer, name text);"
    let rows =
      "CREATE TABLE Repetitions (habit, timestamp, value); INSERT INTO Habits VALUES (1, 'é☕');"
    let path = try database(wide + rows, version: 25)
    #expect(try ImportReader.read(path: path).habits.map(\.details.title) == ["é☕"])
    let broken = try Scratch()
    let database = try Database(path: "\(broken.path)/b.db", mode: .readWriteCreate)
    try database.execute("CREATE TABLE Habits (id integer, name text);" + rows)
    try database.execute("UPDATE Habits SET name = CAST(x'41FF' AS TEXT)")
    #expect(refusal("\(broken.path)/b.db").contains("something other than text"))
  }
}
