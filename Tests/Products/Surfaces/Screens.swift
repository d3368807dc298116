import Core
import Presentation
import Testing
import TrackingContract

/// Reads the pages of the web app, by the words that people see and screen readers say.
struct Screens {
  let space: OpenSpace
  let reader: Reader

  /// The page of one day of a habit.
  func day(_ habit: HabitID, _ day: Day) async throws -> Told {
    let page = try await space.page(
      "/habits/{id}/days/{day}",
      ["id": habit.description, "day": day.description]
    )
    let line = try #require(page.parts(from: "<div class=\"habit-line large\">").first)
    let word = try #require(line.between("<p class=\"habit-title\">", "</p>"))
    var told = Told(surface: "page of the day", habit: habit, day: day)
    told.status = reader.status(word)
    #expect(told.status != nil, "\(word)")
    read(line.between("<p class=\"small muted\">", "</p>") ?? "", into: &told)
    told.note = line.between("<p class=\"habit-note\">", "</p>") ?? ""
    return told
  }

  /// The page of all that was done on one day; a habit that it leaves out was not due.
  func days(_ day: Day) async throws -> [Told] {
    let page = try await space.page("/days/{day}", ["day": day.description])
    var told: [HabitID: Told] = [:]
    for habit in reader.habits where !habit.details.archived {
      told[habit.id] = Told(
        surface: "page of all days",
        habit: habit.id,
        day: day,
        status: .notDue,
        value: "",
        note: ""
      )
    }
    for line in page.parts(from: "<div class=\"habit-line\">") {
      let id = try #require(line.between("href=\"/habits/", "/days/").flatMap { HabitID($0) })
      var one = Told(surface: "page of all days", habit: id, day: day)
      if let words = line.between("<p class=\"small muted\">", "</p>") {
        one.status = reader.status(words.split(separator: " · ").first ?? "")
        read(words, into: &one)
        one.note = line.between("<p class=\"habit-note\">", "</p>") ?? ""
      } else {
        one.status = reader.status(line.between("<span class=\"muted small\">", "</span>") ?? "")
        (one.value, one.note) = ("", "")
      }
      #expect(one.status != nil, "\(line)")
      told[id] = one
    }
    return Array(told.values)
  }

  private func read(_ words: String, into told: inout Told) {
    for part in words.split(separator: " · ") {
      if let amount = Reader.amount(part) { (told.value, told.target) = amount }
    }
    // Without an amount there is none.
    told.value = told.value ?? ""
  }

  /// The calendar of a habit's page, as a screen reader says it.
  func calendar(_ habit: HabitID) async throws -> [Told] {
    let page = try await space.page("/habits/{id}", ["id": habit.description])
    let table = try #require(page.parts(from: "<table class=\"days\"").first)
    let found = try table.parts(from: "<td data-state=").compactMap { cell -> Told? in
      guard let label = cell.between("aria-label=\"", "\"") else { return nil }
      let halves = label.split(separator: ": ", maxSplits: 1)
      let href = try #require(cell.between("/days/", "\""))
      let day = try #require(Day(href))
      #expect(halves[0] == day.words)
      var told = Told(surface: "calendar of the page", habit: habit, day: day)
      let note = halves[1].firstMatch(of: #/“(.*)”/#).map { String($0.1) }
      let parts = halves[1].split(separator: "“")[0].split(separator: ", ")
      told.status = reader.status(parts[0])
      #expect(told.status != nil, "\(label)")
      read(parts.dropFirst().joined(separator: " · "), into: &told)
      told.note = note ?? ""
      #expect(cell.contains("data-note") == (note != nil))
      return told
    }
    #expect(found.count == 90)
    return found
  }

  /// The table of the week: signs for all, and words where a day is settled.
  func week() async throws -> [Told] {
    let page = try await space.page("/week")
    let table = try #require(page.parts(from: "<table class=\"week\"").first)
    var found: [Told] = []
    for row in table.parts(from: "<tr><th scope=\"row\">") {
      let id = try #require(row.between("href=\"/habits/", "\"").flatMap { HabitID($0) })
      let cells = row.parts(from: "<td data-state=\"")
      #expect(cells.count == 7)
      for (place, cell) in cells.enumerated() {
        let day = space.today.advanced(by: place - 6)
        var told = Told(surface: "page of the week", habit: id, day: day)
        let label = try #require(cell.between("aria-label=\"", "\""))
        if let word = label.split(separator: ": ").dropFirst().last {
          told.status = reader.status(word)
        } else {
          let isPressed = cell.contains("aria-pressed=\"true\"")
          told.status = cell.between("", "\"").flatMap { DisplayStatus(rawValue: $0) }
          #expect(isPressed == (told.status == .done))
        }
        #expect(label.contains(day.words))
        #expect(told.status != nil, "\(label)")
        found.append(told)
      }
    }
    return found
  }

  /// The list of today, or of a past day that may still be marked.
  func today(_ day: Day? = nil) async throws -> [Told] {
    let query = day.map { ["day": $0.description] } ?? [:]
    let page = try await space.page("/today", query: query)
    return try page.parts(from: "<li class=\"habit\" data-state=\"").map { row in
      let id = try #require(row.between("href=\"/habits/", "\"").flatMap { HabitID($0) })
      var told = Told(surface: "page of today", habit: id, day: day ?? space.today)
      told.status = row.between("", "\"").flatMap { DisplayStatus(rawValue: $0) }
      let facts = row.between("<p class=\"habit-facts small\">", "</p>") ?? ""
      for part in Markup(facts[...]).parts(from: "<span>") {
        if let amount = part.between("", "</span>").flatMap({ Reader.amount($0) }) {
          (told.value, told.target) = amount
        }
      }
      told.value = told.value ?? ""
      told.note = row.between("<p class=\"habit-note small\">", "</p>") ?? ""
      return told
    }
  }

  /// The squares of a habit's history: done or not done.
  func history(_ habit: HabitID) async throws -> [Day: Bool] {
    let query = ["habit": habit.description, "weeks": "20"]
    let page = try await space.page("/history", query: query)
    let table = try #require(page.parts(from: "<table class=\"heat\"").first)
    return Dictionary(
      try table.parts(from: "<td data-level=\"").map { cell in
        let day = try #require(cell.between("/days/", "\"").flatMap { Day($0) })
        let words = try #require(cell.between("<span>", "</span>"))
        #expect(words == "\(day.words): done" || words == "\(day.words): not done")
        return (day, words.hasSuffix(": done"))
      }
    ) { $1 }
  }

  /// The habits that the large widget shows as open.
  func widget() async throws -> Set<HabitID> {
    let page = try await space.page("/widget", query: ["size": "large"])
    let rows = page.parts(from: "name=\"habit\" value=\"")
    return Set(rows.compactMap { $0.between("", "\"").flatMap { HabitID($0) } })
  }
}
