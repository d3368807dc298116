import Core
import Testing
import TrackingContract

/// Reads what the documents of commands and of the API tell.
struct Documents {
  let space: OpenSpace

  private struct OneDay: Decodable {
    let day: Day
    let status: DisplayStatus
    let value: Double?
    let target: Double?
    let unit: String?
    let note: String?
  }

  private struct Days: Decodable { let days: [OneDay] }

  private struct Item: Decodable {
    let id: HabitID
    let status: DisplayStatus
    let value: Double?
    let target: Double?
    let note: String?
  }

  private struct Items: Decodable {
    let day: Day
    let items: [Item]
  }

  private struct Week: Decodable {
    struct Item: Decodable {
      let id: HabitID
      let cells: [OneDay]
    }

    let items: [Item]
  }

  private struct Counts: Decodable {
    struct Count: Decodable {
      let day: Day
      let count: Int
    }

    let days: [Count]
  }

  private struct Widget: Decodable {
    struct Item: Decodable { let id: HabitID }

    let items: [Item]
  }

  private func json<Content: Decodable>(
    _ type: Content.Type,
    _ words: String...
  ) async throws
    -> Content
  {
    let text = try await space.command(words, json: true)
    return try JSON.decode(type, from: Array(text.utf8))
  }

  /// Returns what a single day is, with its target as pages say it.
  func day(_ habit: HabitID, _ day: Day, _ target: Target?) async throws -> Told {
    let found = try await json(OneDay.self, "day", habit.description, day.description)
    #expect(found.target == target?.amount.value)
    return told("day --json", habit, found, target: target?.told ?? "")
  }

  func apiDay(_ habit: HabitID, _ day: Day) async throws -> Told {
    let values = ["habit": habit.description, "day": day.description]
    let found = try await space.document(OneDay.self, "habits/{habit}/days/{day}", values)
    return told("API day", habit, found)
  }

  func calendar(_ habit: HabitID, days: Int, isAPI: Bool) async throws -> [Told] {
    let id = habit.description
    guard isAPI else {
      let found = try await json(Days.self, "calendar", id, "--days", "\(days)").days
      return found.map { told("calendar --json", habit, $0) }
    }
    let values = ["habit": id, "days": "\(days)"]
    let found = try await space.document(Days.self, "habits/{habit}/calendar", values).days
    return found.map { told("API calendar", habit, $0) }
  }

  func week() async throws -> [Told] {
    let own = try await json(Week.self, "week").items
    let api = try await space.document(Week.self, "week").items
    func all(_ items: [Week.Item], _ surface: String) -> [Told] {
      items.flatMap { item in
        item.cells.map { Told(surface: surface, habit: item.id, day: $0.day, status: $0.status) }
      }
    }
    return all(own, "week --json") + all(api, "API week")
  }

  func today(_ targets: [HabitID: Target?]) async throws -> [Told] {
    let own = try await json(Items.self, "today")
    let api = try await space.document(Items.self, "today")
    return [("today --json", own), ("API today", api)].flatMap { surface, items in
      items.items.map { item in
        let target = targets[item.id].flatMap { $0 }
        #expect(item.target == target?.amount.value, "\(surface)")
        return Told(
          surface: surface,
          habit: item.id,
          day: items.day,
          status: item.status,
          value: words(item.value),
          note: item.note ?? ""
        )
      }
    }
  }

  /// Returns the days on which a habit was done, as its history counts them.
  func doneDays(_ habit: HabitID) async throws -> (of: ClosedRange<Day>, done: Set<Day>) {
    let found = try await json(Counts.self, "history", habit.description, "--weeks", "20").days
    let first = try #require(found.first?.day)
    let last = try #require(found.last?.day)
    return (first...last, Set(found.filter { $0.count > 0 }.map(\.day)))
  }

  /// Returns the habits that a large widget shows as open.
  func widget() async throws -> [Set<HabitID>] {
    let own = try await json(Widget.self, "widget", "--size", "large")
    return [Set(own.items.map(\.id))]
  }

  private func told(
    _ surface: String,
    _ habit: HabitID,
    _ day: OneDay,
    target: String? = nil
  ) -> Told {
    Told(
      surface: surface,
      habit: habit,
      day: day.day,
      status: day.status,
      value: words(day.value),
      target: target,
      note: day.note ?? ""
    )
  }

  private func words(_ value: Double?) -> String {
    value.map { Amount($0).description } ?? ""
  }
}
