import Core
import Products
import Testing
import TrackingContract
import TrackingFormats

/// Reads the exported table and calendar back.
struct Files {
  /// One line of the table.
  struct Line {
    let title: String
    let day: Day
    let status: String
    let value: String
    let unit: String
    let note: String
  }

  let days: [ExportedDay]

  static func of(_ space: OpenSpace) async throws -> Files {
    Files(days: try await DayExport.all(space.page))
  }

  /// Reads the table by the rules of RFC 4180.
  func table() throws -> [Line] {
    var rows: [[String]] = [[""]]
    var isQuoted = false
    let text = Array(CSVExport.text(days).unicodeScalars)
    var place = 0
    while place < text.count {
      defer { place += 1 }
      switch text[place] {
      case "\"" where isQuoted && place + 1 < text.count && text[place + 1] == "\"":
        append("\"", &rows)
        place += 1
      case "\"": isQuoted.toggle()
      case "," where !isQuoted: rows[rows.count - 1].append("")
      case "\r" where !isQuoted: rows.append([""])
      case "\n" where !isQuoted: break
      case let scalar: append(scalar, &rows)
      }
    }
    #expect(rows.first == CSVExport.header)
    return try rows.dropFirst().filter { $0.count > 1 }.map { row in
      let fields = row.map { $0.hasPrefix("'=") ? String($0.dropFirst()) : $0 }
      return Line(
        title: fields[0],
        day: try #require(Day(fields[1])),
        status: fields[2],
        value: fields[3],
        unit: fields[4],
        note: fields[5]
      )
    }
  }

  private func append(_ scalar: Unicode.Scalar, _ rows: inout [[String]]) {
    let row = rows.count - 1
    rows[row][rows[row].count - 1].unicodeScalars.append(scalar)
  }

  /// The day of each event and its description, by the id of what it is about.
  func events() throws -> [String: [Day: String]] {
    guard days.contains(where: \.isKept) else { return [:] }
    let text = try CalendarExport.text(days).replacing("\r\n ", with: "")
    var found: [String: [Day: String]] = [:]
    for event in text.split(separator: "BEGIN:VEVENT").dropFirst() {
      let id = try #require(event.firstMatch(of: #/UID:(\w+)-(\d{4})(\d\d)(\d\d)@/#))
      let day = try #require(Day("\(id.2)-\(id.3)-\(id.4)"))
      let start = try #require(event.firstMatch(of: #/DTSTART;VALUE=DATE:(\d+)/#))
      #expect(start.1 == id.2 + id.3 + id.4)
      let words = event.firstMatch(of: #/DESCRIPTION:([^\r]*)/#).map { String($0.1) } ?? ""
      found["\(id.1)", default: [:]][day] = words.replacing("\\n", with: "\n")
        .replacing("\\,", with: ",").replacing("\\;", with: ";")
    }
    return found
  }
}
