import Core
import Testing
import TrackingContract

@testable import TrackingFormats

struct ExportTests {
  private let habit = Habit(
    id: HabitID(rawValue: 7),
    details: HabitDetails(
      title: "Read, \"much\"",
      question: "Did you?",
      schedule: .weekdays([.monday, .friday]),
      difficulty: .hard,
      target: Target(amount: Amount(20), unit: "pages")
    ),
    createdOn: Day(number: 20_000),
    createdAt: Instant(seconds: 1_728_000_000)
  )

  private func entries() throws -> [ImportedEntry] {
    [
      ImportedEntry(day: try day("2026-01-02"), entry: Entry(mark: .missed, note: "a\nb")),
      ImportedEntry(
        day: try day("2026-01-01"),
        entry: Entry(
          mark: .done,
          value: Amount(20.5),
          note: "=1+1",
          at: Instant(milliseconds: 1_767_254_400_007)
        )
      ),
      ImportedEntry(day: try day("2026-01-03"), entry: Entry(mark: .done, value: Amount(3))),
    ]
  }

  @Test func `the table holds a line per entry, quoted as RFC 4180 says`() throws {
    let text = CSVExport.text(habits: [habit], entries: [habit.id: try entries()])
    let name = "\"Read, \"\"much\"\"\""
    #expect(
      text == "habit,day,status,value,unit,note,at\r\n"
        + "\(name),2026-01-01,done,20.5,pages,=1+1,2026-01-01T08:00:00.007Z\r\n"
        + "\(name),2026-01-02,missed,,,\"a\nb\",\r\n\(name),2026-01-03,open,3,pages,,\r\n"
    )
    let table = try CSVTable(Array(text.utf8), name: "x.csv")
    #expect(table.rows.map { $0[0] } == .init(repeating: "Read, \"much\"", count: 3))
    #expect(table.rows[1][5] == "a\nb")
  }
}
