import Core
import Testing
import TrackingContract

@testable import TrackingFormats

struct TableTests {
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  private func read(_ text: String, _ columns: TableColumns? = nil) throws -> ImportedHistory {
    try ImportReader.read(path: scratch.write("table.csv", text), columns: columns)
  }

  @Test func `an export of Trellis is read as it was written`() throws {
    func exported(
      _ title: String,
      _ day: Int,
      _ status: String,
      _ value: String? = nil
    )
      -> ExportedDay
    {
      ExportedDay(
        id: "",
        title: title,
        day: Day(number: 20_000 + day),
        status: status,
        isKept: status == "done",
        value: value,
        unit: value == nil ? "" : "pages",
        note: day == 1 ? "=a, \"b\"\nc" : "",
        at: day == 1 ? Instant(milliseconds: 1_728_100_000_123) : nil
      )
    }
    let text = CSVExport.text([
      exported("-Run", 1, "done"), exported("-Run", 2, "skipped"), exported("-Run", 3, "missed"),
      exported("Read", 1, "done", "12.5"), exported("Read", 2, "open", "3"),
    ])
    let history = try read(text)
    #expect(history.source == ImportedHistory.table)
    let run = try history.habit("-Run")
    let at = Instant(milliseconds: 1_728_100_000_123)
    #expect(
      run.entries.map(\.entry) == [
        Entry(mark: .done, note: "=a, \"b\"\nc", at: at), Entry(mark: .skipped),
        Entry(mark: .missed),
      ]
    )
    let pages = try history.habit("Read")
    #expect(pages.entries.map(\.entry.value) == [Amount(12.5), Amount(3)])
    #expect(pages.details.target == Target(amount: Amount(12.5), unit: "pages"))
  }

  private let walks = [HabitID(rawValue: 1), HabitID(rawValue: 2)]

  @Test func `habits of the same title are told apart by their ids`() throws {
    let days = zip(walks, ["6", "3"]).map { id, value in
      ExportedDay(
        id: id.description,
        title: "-Walk",
        day: Day(number: 20_000),
        status: "done",
        isKept: true,
        value: value,
        unit: "km",
        at: nil
      )
    }
    let history = try read(CSVExport.text(days))
    #expect(history.habits.compactMap(\.ownID) == walks)
    #expect(history.habits.map(\.details.title) == ["-Walk", "-Walk"])
    #expect(history.habits.map(\.entries.count) == [1, 1])
    #expect(history.habits.flatMap(\.entries).map(\.entry.value) == [Amount(6), Amount(3)])
    #expect(history.remarks.isEmpty)
  }

  @Test(arguments: [("3/week", "3/week"), ("", "daily"), ("now and then", "daily")])
  func `the rhythm of an export comes back, in rows that a person added too`(
    said: String,
    read rhythm: String
  ) throws {
    let history = try read(
      """
      habit,day,status,trellis-id,every
      Walk,2026-01-01,done,\(walks[0]),\(said)
      Walk,2026-01-02,done,,
      """
    )
    #expect(history.habits.map(\.details.schedule.description) == [rhythm])
    // A foreign table may have such a column for anything.
    let foreign = try read("habit,day,status,every\nWalk,2026-01-01,done,3/week\n")
    #expect(foreign.habits.map(\.details.schedule) == [.daily])
  }

  @Test func `a row that a person added to an export is of the habit of its title`() throws {
    let history = try read(
      """
      Day;Habit;Trellis-ID;Status
      2026-01-01;Walk;\(walks[0]);done
      2026-01-02;Walk;;done
      2026-01-03;'-Stroll;\(walks[0]);done
      """
    )
    #expect(history.habits.map(\.key) == [ImportedHabit.key(of: walks[0]), "name:-Stroll"])
    #expect(
      try history.habit("Walk").entries.map(\.day.description) == ["2026-01-01", "2026-01-02"]
    )
    // With two habits of that title, it could be of either.
    let either = try read(
      """
      day,habit,trellis-id
      2026-01-01,Walk,\(walks[0])
      2026-01-01,Walk,\(walks[1])
      2026-01-02,Walk,
      """
    )
    #expect(either.habits.map(\.key) == walks.map { ImportedHabit.key(of: $0) } + ["name:Walk"])
  }

  @Test func `an export of an earlier version is read by titles, and says what it merged`() throws {
    let history = try read(
      """
      habit,day,status,value,unit,note,at
      '=Walk,2026-01-01,done,6,km,,2026-01-01T08:00:00.007Z
      '=Walk,2026-01-01,done,3,km,,
      Read,2026-01-01,done,,,,
      """
    )
    #expect(history.habits.map(\.key) == ["name:=Walk", "name:Read"])
    #expect(
      try history.habit("=Walk").entry("2026-01-01")
        == Entry(mark: .done, value: Amount(9), at: Instant(milliseconds: 1_767_254_400_007))
    )
    #expect(history.remarks.count == 1)
    #expect(history.remarks.first?.hasPrefix("'=Walk' stands for several habits") == true)
  }

  @Test func `a habit whose first rows say nothing is read once`() throws {
    let history = try read("day,habit,status\n2026-01-01,A,\n2026-01-02,A,\n2026-01-03,A,done\n")
    #expect(history.habits.map(\.key) == ["name:A"])
  }

  @Test(arguments: [
    ("done,3 open,2", "atLeast 3 km"), ("done,3 done,4", "atLeast 3 km"),
    ("done,1 open,3", "atMost 1 km"), ("done,0 done,2 missed,3", "atMost 2 km"),
    ("done,0 missed,1", "atMost 0 km"), ("done,2 open,3 done,4", ""), ("done,0 done,0", ""),
    ("open,2", ""),
  ])
  func `a target is taken from the days that it explains`(days: String, words: String) throws {
    let rows = days.split(separator: " ").enumerated().map { "2026-01-0\($0 + 1),A,\($1),km\n" }
    let history = try read("day,habit,status,value,unit\n" + rows.joined())
    let target = try history.habit("A").details.target
    #expect((target.map { "\($0.direction) \($0.amount) \($0.unit)" } ?? "") == words)
    // Whether the habit gets it is only known where its space is.
    #expect(history.remarks.isEmpty)
  }

  @Test(arguments: [
    ("20", 20), ("1.5", 1.5), ("1,5", 1.5), ("1,234.5", 1234.5), ("1.234,5", 1234.5),
    ("1,234,567", 1_234_567), ("12.345.678,25", 12_345_678.25), ("2.000,25", 2000.25),
    ("1\u{202F}234,5", 1234.5), ("12\u{A0}345", 12_345), ("1'234'567.5", 1_234_567.5),
    ("1 234", 1234), ("1’234", 1234),
  ])
  func `amounts are read in the styles that people write`(_ text: String, amount: Double) throws {
    let history = try read("day;habit;value;unit\n2026-01-01;A;\(text);km\n")
    #expect(try history.habit("A").entry("2026-01-01")?.value == Amount(amount))
  }

  @Test(arguments: [
    ("10,234", 10_234, 10.234), ("-1,234", -1234, -1.234), ("1,5", 1.5, 1.5),
    ("0,234", 0.234, 0.234), ("1,23", 1.23, 1.23), ("1.234", 1.234, 1.234),
  ])
  func `a comma before three digits depends on what separates the columns`(
    _ text: String,
    amongCommas: Double,
    amongSemicolons: Double
  ) throws {
    for (separator, amount) in [(",", amongCommas), (";", amongSemicolons)] {
      let row = ["2026-01-01", "A", "done", "\"\(text)\""].joined(separator: separator)
      let titles = ["day", "habit", "status", "value"].joined(separator: separator)
      let history = try read("\(titles)\n\(row)\n")
      #expect(try history.habit("A").entry("2026-01-01")?.value == Amount(amount))
      let isTold = history.remarks.contains { $0.contains("taken as thousands") }
      #expect(isTold == (amongCommas != amongSemicolons && separator == ","))
    }
  }

  @Test(arguments: [
    ("1.234", "2,5", 1234), ("12.345", "1.234,5", 12_345), ("1.234", "1.234.567", 1234),
    ("-1.234", "0,125", -1234), ("1.234", "2.5", 1.234), ("1.234", "1,234.5", 1.234),
    ("1.234", "0.125", 1.234), ("1.234", "5", 1.234), ("1.234", "12,345", 1.234),
    ("0.234", "2,5", 0.234), ("1234.567", "2,5", 1234.567), ("1.234.567", "5", 1_234_567),
  ])
  func `a point before three digits means what the other numbers of a table tell`(
    _ text: String,
    other: String,
    amount: Double
  ) throws {
    let history = try read(
      "day;habit;status;value\n2026-01-01;A;done;\(text)\n2026-01-02;A;done;\(other)\n"
    )
    #expect(try history.habit("A").entry("2026-01-01")?.value == Amount(amount))
    let isTold = history.remarks.contains { $0.contains("taken with three decimals") }
    #expect(isTold == (text == "1.234" && ["5", "12,345"].contains(other)))
  }

  @Test func `points group in tables with a column for each habit as well`() throws {
    let history = try read(
      "Date;Steps;Water\n2026-01-01;8.500;1,5\n",
      TableColumns([.habit: TableColumns.others])
    )
    #expect(try history.habit("Steps").entry("2026-01-01")?.value == Amount(8500))
    #expect(try history.habit("Water").entry("2026-01-01")?.value == Amount(1.5))
  }

  @Test func `a number that says that nothing is known leaves the note alone`() throws {
    let history = try read("day,habit,value,note\n2026-01-01,A,-1,ill\n2026-01-02,A,1 2 km,x\n")
    #expect(try history.habit("A").entry("2026-01-01") == Entry(mark: .open, note: "ill"))
    #expect(try history.habit("A").entry("2026-01-02") == Entry(mark: .open, note: "x"))
  }

  @Test func `an amount that cannot be read is told, and its day kept`() throws {
    let history = try read(
      "day,habit,status,value\n2026-01-01,A,done,24. Mai\n2026-01-02,A,done,\n2026-01-03,A,done,2\n"
    )
    let days = try history.habit("A").entries.map(\.entry)
    #expect(days == [Entry(mark: .done), Entry(mark: .done), Entry(mark: .done, value: Amount(2))])
    #expect(history.remarks == ["'24. Mai' is not an amount; its days came without one."])
  }

  @Test func `columns are taken as they were named`() throws {
    let text = "When;What;How much;Remark\n1.2.2026;Walk;2,5;far\n13.2.2026;Walk;0;\n"
    let words = refusal(try scratch.write("t.csv", text))
    #expect(words.contains("which column holds the habit"), "\(words)")
    #expect(words.contains("or say that each other column is a habit"), "\(words)")
    let named = TableColumns([.date: "When"])
    #expect(throws: FormatError.self) { try read(text, named) }
    let all = TableColumns([.date: "When", .habit: "what", .value: "How much", .note: "Remark"])
    let walk = try read(text, all).habit("Walk")
    #expect(walk.entry("2026-02-01") == Entry(mark: .done, value: Amount(2.5), note: "far"))
    #expect(walk.entry("2026-02-13") == Entry(mark: .missed))
    let wrong = TableColumns([.date: "Day", .habit: "What"])
    let error = #expect(throws: FormatError.self) { try read(text, wrong) }
    #expect(error?.problem.contains("there is no column 'Day'") == true)
  }

  @Test(arguments: [
    "Datum;Gewohnheit;Erledigt;Menge;Einheit;Notiz\n2.1.2026;A;ja;2,5;km;x\n3.1.2026;A;nein;;;\n",
    "Tag;Titel;Ergebnis;Anzahl;Einheit;Bemerkung\n2.1.26;A;wahr;2,5;km;x\n3.1.26;A;falsch;;;\n",
    "Date;Habitude;Fait;Quantité;Unité;Remarque\n2 janv. 2026;A;oui;2,5;km;x\n3/1/2026;A;non;;;\n",
    "Jour;Nom;État;Nombre;Unité;Commentaire\n2026-01-02;A;vrai;2,5;km;x\n2026-01-03;A;faux;;;\n",
    "Fecha;Hábito;Hecho;Cantidad;Unidad;Notas\n2026-01-02;A;sí;2,5;km;x\n2026-01-03;A;no;;;\n",
    "Día;Nombre;Estado;Valor;Unidad;Nota\n2 ene 2026;A;verdadero;2,5;km;x\n13/1/2026;B;;;;\n",
  ])
  func `titles and answers are known in some languages`(text: String) throws {
    let history = try read(text, text.hasPrefix("Date") ? TableColumns(dateOrder: .dayFirst) : nil)
    let habit = try history.habit("A")
    #expect(habit.entry("2026-01-02") == Entry(mark: .done, value: Amount(2.5), note: "x"))
    #expect([nil, .missed].contains(habit.entry("2026-01-03")?.mark))
    #expect(habit.details.target?.unit == "km")
    #expect(history.remarks.isEmpty)
  }

  @Test func `a table with a column for each habit`() throws {
    let text = "Date,Yoga,Read,Mood\n2026-01-01,x,20,\n2026-01-02,,0,x\n"
    let history = try read(text, TableColumns([.habit: TableColumns.others]))
    #expect(history.habits.map(\.details.title) == ["Yoga", "Read", "Mood"])
    #expect(try history.habit("Yoga").entries.map(\.day.description) == ["2026-01-01"])
    #expect(try history.habit("Read").entry("2026-01-01") == Entry(mark: .done, value: Amount(20)))
    #expect(try history.habit("Read").entry("2026-01-02") == Entry(mark: .missed))
  }

  @Test func `an export of Streaks`() throws {
    let history = try read(
      """
      task_id,title,icon,entry_type,entry_timestamp,entry_date
      A,"Floss",x,completed_manually,2026-01-01T20:00:00Z,20260101
      A,"Floss",x,missed_auto,2026-01-02T23:00:00Z,20260102
      A,"Floss",x,skipped_manually,2026-01-03T23:00:00Z,20260103
      """
    )
    #expect(
      try history.habit("Floss").entries.map(\.entry.mark) == [.done, .missed, .skipped]
    )
  }

  @Test func `an export of Sober keeps the days that were not sober`() throws {
    let history = try read(
      """
      habit,day,status,value,unit,note,at,trellis-id
      Alcohol-free,2026-01-01,sober,,,,,\(walks[0])
      Alcohol-free,2026-01-02,notSober,3,drinks,stress: a party,,\(walks[0])
      Alcohol-free,2026-01-03,unmarked,,,,,\(walks[0])
      """
    )
    let days = try history.habit("Alcohol-free")
    #expect(days.entries.map(\.day.description) == ["2026-01-01", "2026-01-02"])
    #expect(days.entry("2026-01-01") == Entry(mark: .done))
    #expect(
      days.entry("2026-01-02") == Entry(mark: .missed, value: Amount(3), note: "stress: a party")
    )
    #expect(history.remarks.isEmpty)
  }

  @Test(arguments: [
    ("2026-01-02", "2026-01-02"), ("20260102", "2026-01-02"), ("2026/1/2", "2026-01-02"),
    ("2.1.2026", "2026-01-02"), ("2.1.26", "2026-01-02"), ("13/1/2026", "2026-01-13"),
    ("1/13/2026", "2026-01-13"), ("2 Jan 2026", "2026-01-02"), ("2-Jan-26", "2026-01-02"),
    ("January 2, 2026", "2026-01-02"), ("2. März 2026", "2026-03-02"),
    ("2 févr. 2026", "2026-02-02"), ("mardi 2 juin 2026", "2026-06-02"),
    ("2 juillet 2026", "2026-07-02"), ("viernes, 2 de enero de 2026", "2026-01-02"),
    ("2026-01-02 23:59", "2026-01-02"), ("2026-01-02T23:59:00+02:00", "2026-01-02"),
    ("3/3/2026", "2026-03-03"), ("46024", "2026-01-02"), ("46024.99", "2026-01-02"),
    ("46024,5", "2026-01-02"), ("20000", "1954-10-03"), ("73050", "2099-12-31"),
  ])
  func `days are read as people write them`(text: String, day: String) throws {
    let history = try read("day,habit\n\"\(text)\",A\n")
    #expect(history.habits.first?.entries.map(\.day.description) == [day])
    #expect(history.habits.first?.entries.map(\.entry) == [Entry(mark: .done)])
  }

  @Test func `days that can be read in two ways are not guessed`() throws {
    let text = "day,habit\n3/4/2026,A\n"
    #expect(refusal(try scratch.write("t.csv", text)).contains("day or the month comes first"))
    let first = try read(text, TableColumns(dateOrder: .dayFirst))
    #expect(try first.habit("A").entry("2026-04-03")?.mark == .done)
    let second = try read(text, TableColumns(dateOrder: .monthFirst))
    #expect(try second.habit("A").entry("2026-03-04")?.mark == .done)
  }

  @Test func `a year of two digits among dashes is not guessed to be the last`() throws {
    let text = "day,habit\n13/1/2026,A\n26-01-03,A\n"
    let words = refusal(try scratch.write("t.csv", text))
    #expect(words.contains("line 3: '26-01-03' may begin or end with its year"), "\(words)")
    let chosen = try read(text, TableColumns(dateOrder: .dayFirst)).habit("A")
    #expect(chosen.entries.map(\.day.description) == ["2003-01-26", "2026-01-13"])
    let whole = try read("day,habit\n13-1-2026,A\n").habit("A")
    #expect(whole.entries.map(\.day.description) == ["2026-01-13"])
  }

  @Test func `several rows of a day are taken together`() throws {
    let history = try read(
      "day,habit,value,note\n2026-01-01,A,2,x\n2026-01-01,A,3,y\n2026-01-01,A,-5,\n"
    )
    #expect(
      try history.habit("A").entry("2026-01-01")
        == Entry(mark: .done, value: Amount(5), note: "x\ny")
    )
  }

  @Test func `answers that are not known are told, and other tables refused`() throws {
    let history = try read("day,habit,status\n2026-01-01,A,perhaps\n2026-01-02,A,Yes\n")
    #expect(try history.habit("A").entries.count == 1)
    #expect(history.remarks.contains { $0.contains("'perhaps' is not a known answer") })
    for text in ["soon", "19999", "73051", "46024x", "2 Jan 10:26", "Jan 2 26"] {
      let words = refusal(try scratch.write("a.csv", "day,habit\n\(text),A\n"))
      #expect(words.contains("line 2: '\(text)' is not a day"), "\(words)")
    }
    #expect(
      refusal(try scratch.write("h.csv", "Task Name,Task ID,Task Type,Date,Value\n"))
        .contains("userdata.json")
    )
    let beaver = try scratch.write("b.json", "{\"habits\": [], \"completions\": []}")
    #expect(throws: FormatError.self) {
      try ImportReader.read(path: beaver, columns: TableColumns([.date: "x"]))
    }
  }

  @Test func `a table is outlined for the choice of its columns`() throws {
    let long = String(repeating: "x", count: 100)
    let path = try scratch.write("t.csv", "When,Habit\n1,\(long)\n2,b\n3,c\n4,d\n5,e\n")
    let outline = try #require(try ImportReader.outline(path: path))
    #expect(outline.titles == ["When", "Habit"])
    #expect(outline.rows.count == 4)
    #expect(outline.rows[0] == ["1", String(repeating: "x", count: 60)])
    #expect(outline.columns.titles == [.date: "When", .habit: "Habit"])
    #expect(try ImportReader.outline(path: scratch.write("harsh-habits", "A: 1\n")) == nil)
  }
}
