import Core
import Terminal
import Testing
import TrackingContract

/// Reads what commands print for a person.
struct Texts {
  let space: OpenSpace
  let reader: Reader

  func day(_ habit: HabitID, _ day: Day) async throws -> Told {
    let text = try await space.command(["day", habit.description, day.description])
    let lines = text.split(separator: "\n").dropFirst()
    let first = try #require(lines.first).split(separator: ",")[0]
    var told = Told(surface: "day", habit: habit, day: day, status: reader.status(first), note: "")
    for line in lines.dropFirst() where !line.hasPrefix("Part of the current streak") {
      if let amount = Reader.amount(line) {
        (told.value, told.target) = amount
      } else {
        told.note = (told.note ?? "") + line
      }
    }
    #expect(told.status != nil, "\(text)")
    return told
  }

  /// Reads `Week of 2026-11-16: Mon done, Tue missed.` and the notes below.
  func calendar(_ habit: HabitID, days: Int) async throws -> [Told] {
    let text = try await space.command(["calendar", habit.description, "--days", "\(days)"])
    let first = space.today.advanced(by: 1 - days)
    var told: [Told] = []
    for line in text.split(separator: "\n") {
      guard let week = line.wholeMatch(of: #/Week of (\S+): (.*)\./#) else { continue }
      let start = try #require(Day(String(week.1)))
      let words = week.2.split(separator: ", ")
      let begin = max(start, first)
      for (place, word) in words.enumerated() {
        let day = begin.advanced(by: place)
        #expect(word.hasPrefix(day.weekday.name.prefix(3)))
        let status = reader.status(word.dropFirst(4))
        #expect(status != nil, "\(word)")
        told.append(Told(surface: "calendar", habit: habit, day: day, status: status))
      }
    }
    #expect(told.count == days)
    return told
  }

  /// Reads `H1: Mon done, Tue missed.`, and the signs of the drawn table.
  func week() async throws -> [Told] {
    let first = space.today.advanced(by: -6)
    var told: [Told] = []
    for line in try await space.command(["week"]).split(separator: "\n") {
      guard let row = line.firstMatch(of: #/^(H\d): ([^.]*)\./#) else { continue }
      let habit = try #require(reader.habit(titled: row.1))
      for (place, word) in row.2.split(separator: ", ").enumerated() {
        let day = first.advanced(by: place)
        #expect(word.hasPrefix(day.weekday.name.prefix(3)))
        let status = reader.status(word.dropFirst(4))
        #expect(status != nil, "\(word)")
        told.append(Told(surface: "week", habit: habit, day: day, status: status))
      }
    }
    return told
  }

  /// Reads `H1: done, streak 3 days, 12 of 20 pages, “note”`.
  func today() async throws -> [Told] {
    try await space.command(["today"]).split(separator: "\n").compactMap { line in
      guard let row = line.firstMatch(of: #/^(H\d): (.*)$/#) else { return nil }
      let habit = try #require(reader.habit(titled: row.1))
      let note = row.2.firstMatch(of: #/“(.*)”/#).map { String($0.1) }
      let parts = row.2.split(separator: "“")[0].split(separator: ", ")
      let isFilled = parts[0].hasPrefix("done this") || parts[0].hasPrefix("done for these")
      var told = Told(surface: "today", habit: habit, day: space.today, note: note ?? "")
      told.status = isFilled ? .notDue : reader.status(parts[0])
      if let amount = parts.dropFirst().compactMap({ Reader.amount($0) }).first {
        (told.value, told.target) = amount
      }
      #expect(told.status != nil, "\(line)")
      return told
    }
  }

  /// Returns the habits that large widgets show as open, by their titles.
  func widgets() async throws -> [(surface: String, titles: Set<String>)] {
    var found: [(String, Set<String>)] = []
    for format in ["text", "tmux", "waybar"] {
      let text = try await space.command(["widget", "--size", "large", "--format", format])
        // Whose the flame is stands in parentheses, and that habit may be done.
        .replacing(#/\(H\d[^)]*\)/#, with: "")
      found.append(("widget --format \(format)", Set(text.matches(of: #/H\d/#).map { "\($0.0)" })))
    }
    return found
  }
}
