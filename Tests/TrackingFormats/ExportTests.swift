import Core
import Foundation
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

  private func entries() throws -> [RecordedEntry] {
    let target = habit.details.target
    return [
      RecordedEntry(
        day: try day("2026-01-02"),
        entry: Entry(mark: .missed, note: "a\nb"),
        status: .open,
        target: target
      ),
      RecordedEntry(
        day: try day("2026-01-01"),
        entry: Entry(
          mark: .done,
          value: Amount(20.5),
          note: "=1+1",
          at: Instant(milliseconds: 1_767_254_400_007)
        ),
        status: .done,
        target: target
      ),
      RecordedEntry(
        day: try day("2026-01-03"),
        entry: Entry(mark: .done, value: Amount(3)),
        status: .open,
        target: target
      ),
    ]
  }

  private func days() throws -> [ExportedDay] {
    try entries().map { ExportedDay(habit, $0) }.sorted { $0.day < $1.day }
  }

  @Test func `the table holds a line per entry, quoted as RFC 4180 says`() throws {
    let text = CSVExport.text(try days())
    let name = "\"Read, \"\"much\"\"\""
    let end = "\(habit.id),at least 20 pages,\"mon,fri\"\r\n"
    #expect(
      text == "habit,day,status,value,unit,note,at,trellis-id,target,every\r\n"
        + "\(name),2026-01-01,done,20.5,pages,'=1+1,2026-01-01T08:00:00.007Z,\(end)"
        + "\(name),2026-01-02,missed,,,\"a\nb\",,\(end)"
        + "\(name),2026-01-03,open,3,pages,,,\(end)"
    )
    let table = try CSVTable(Array(text.utf8), name: "x.csv")
    #expect(table.rows.map { $0[0] } == .init(repeating: "Read, \"much\"", count: 3))
    #expect(table.rows[1][5] == "a\nb")
  }

  @Test(arguments: ["=1", "'=1", "''=1", "'a", "'", "''", "-", "'-'", "a'=1", "=\u{301}1"])
  func `a text comes back as it was typed, and is no formula`(_ title: String) throws {
    let text = CSVExport.text([exported(try day("2026-01-01"), title: title)])
    let cell = try CSVTable(Array(text.utf8), name: "x.csv").rows[0].fields[0]
    #expect(cell.unicodeScalars.first.map { !"=+-@".unicodeScalars.contains($0) } == true)
    #expect(Array(CSVExport.plain(cell).utf8) == Array(title.utf8))
  }

  /// Readers look for the quotation mark by itself, whatever it is one character with.
  @Test(arguments: ["a\"\u{301},b", "\u{D4E}\",=1+1"])
  func `a quotation mark is doubled even with a combining mark`(_ note: String) throws {
    let entry = RecordedEntry(
      day: try day("2026-01-02"),
      entry: Entry(mark: .done, note: note),
      status: .done,
      target: nil
    )
    let text = CSVExport.text([ExportedDay(habit, entry)])
    let table = try CSVTable(Array(text.utf8), name: "x.csv")
    #expect(table.rows.map { $0[7] } == [habit.id.description])
    #expect(table.rows.map { Array($0[5].utf8) } == [Array(note.utf8)])
  }

  private func exported(
    _ day: Day,
    title: String = "Read",
    note: String = "",
    at: Instant? = nil,
    isKept: Bool = true
  ) -> ExportedDay {
    ExportedDay(
      id: habit.id.description,
      title: title,
      day: day,
      status: isKept ? "done" : "open",
      isKept: isKept,
      note: note,
      at: at
    )
  }

  @Test(arguments: ["\u{1B}[2J", "\u{9B}2J", "\u{7F}", "\u{0}"])
  func `nothing that a terminal obeys is written`(control: String) throws {
    let day = exported(try day("2026-01-01"), title: "Re\(control)ad", note: "a\(control)\nb")
    for text in [CSVExport.text([day]), try CalendarExport.text([day])] {
      #expect(
        text.unicodeScalars.allSatisfy {
          $0.properties.generalCategory != .control || $0 == "\r" || $0 == "\n"
        },
        "\(text.debugDescription)"
      )
      let rest = control.unicodeScalars.dropFirst()
      #expect(text.contains("Re" + String(String.UnicodeScalarView(rest)) + "ad"))
    }
  }

  @Test func `a calendar has one event for each kept day`() throws {
    let first = try day("2026-12-31")
    let text = try CalendarExport.text([
      exported(first, note: "a;b,c\\d\r\ne\u{7}f", at: Instant(milliseconds: 1_767_254_400_007)),
      exported(first.advanced(by: 1), isKept: false), exported(first.advanced(by: 2)),
    ])
    let lines = text.components(separatedBy: "\r\n")
    #expect(lines.last == "")
    #expect(lines.filter { $0 == "BEGIN:VEVENT" }.count == 2)
    let event = [
      "UID:00000000000000000000000000000007-20261231@trellis", "DTSTAMP:20260101T080000Z",
      "DTSTART;VALUE=DATE:20261231", "DTEND;VALUE=DATE:20270101", "SUMMARY:Read",
      "DESCRIPTION:a\\;b\\,c\\\\d\\nef",
    ]
    let start = try #require(lines.firstIndex(of: "BEGIN:VEVENT"))
    #expect(Array(lines[(start + 1)...(start + event.count)]) == event)
    #expect(lines.contains("DTSTAMP:20270102T000000Z"))
    #expect(
      try text
        == CalendarExport.text([
          exported(
            first,
            note: "a;b,c\\d\r\ne\u{7}f",
            at: Instant(milliseconds: 1_767_254_400_007)
          ),
          exported(first.advanced(by: 2)),
        ])
    )
  }

  @Test(arguments: ["x", "ä", "€", "🎹", "👩‍👩‍👧‍👦"])
  func `long lines are folded at 75 octets and unfold to what they were`(sign: String) throws {
    for count in 1..<160 {
      let title = String(repeating: sign, count: count)
      let text = try CalendarExport.text([exported(try day("2026-01-01"), title: title)])
      for line in text.components(separatedBy: "\r\n") { #expect(line.utf8.count <= 75) }
      let unfolded = text.replacingOccurrences(of: "\r\n ", with: "")
      #expect(unfolded.contains("SUMMARY:\(title)\r\n"))
    }
  }

  @Test func `a calendar without a kept day is refused in words`() throws {
    let refusal = #expect(throws: DomainError.self) {
      try CalendarExport.text([exported(try day("2026-01-01"), isKept: false)])
    }
    #expect(refusal?.code == "nothing-to-export")
  }
}
