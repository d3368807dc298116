import Core
import EngineDriving
import Journals
import Pages
import Presentation
import Products
import ProfileContract
import Runtime
import Testing
import TestKit
import TrackingContract

/// What a person is shown of one day is the same wherever they look, over generated spaces.
@Suite struct SeenDayTests {
  private static let product = Product.streaks
  private static let documents = ProductCatalog.pagePresentations(of: product)
    .flatMap { $0.documents }

  private struct Seen: Decodable, Equatable {
    let day: Day
    let status: DisplayStatus
  }

  private struct Week: Decodable {
    struct Item: Decodable {
      let id: HabitID
      let cells: [Seen]
    }

    let items: [Item]
  }

  private struct Days: Decodable { let days: [Seen] }

  private struct Today: Decodable {
    struct Item: Decodable {
      let id: HabitID
      let status: DisplayStatus
    }

    let items: [Item]
  }

  @Test(arguments: UInt64(0)..<40)
  func `week, calendar, explanation, today and a single day show a day alike`(
    seed: UInt64
  ) async throws {
    var generator = HistoryGenerator(seed: 70_000 + seed)
    let facts = try generator.facts(250).filter { !($0.fact is HabitDeleted) }.enumerated().map {
      try FactRecord($1.fact, id: FactID(rawValue: UInt128($0 + 1)), stamp: $1.stamp)
    }
    let noons = [12, 30, 62].map { noon(generator.firstDay.advanced(by: $0)) }
    let clock = ManualClock(noons[0])
    let runtime = try Runtime(
      modules: SeenDayTests.product.modules,
      journal: MemoryJournal(),
      device: DeviceID(rawValue: 1),
      policies: SeenDayTests.product.policies,
      clock: clock,
      random: SplitMix64(seed: 1)
    )
    let client = runtime.client(for: .owner, in: SpaceID(rawValue: 7))
    try await client.merge(facts)
    for noon in noons {
      clock.set(noon)
      try await compare(client, at: noon, seed)
    }
    await runtime.close()
  }

  private func noon(_ day: Day) -> Instant {
    Instant(seconds: Int64(day.number) * 86_400 + 43_200)
  }

  private func compare(_ client: RuntimeClient, at now: Instant, _ seed: UInt64) async throws {
    let context = PageContext(
      product: SeenDayTests.product,
      settings: [],
      now: now,
      calendar: try await client.ask(CurrentProfile()).calendar,
      space: client
    )
    let week = try await document(Week.self, "week", context).items
    let today = try await document(Today.self, "today", context).items
    for habit in try await client.ask(AllHabits(includesArchived: true)) {
      let values = ["habit": habit.id.description, "days": "90"]
      let calendar = try await document(Days.self, "habits/{habit}/calendar", context, values).days
      let explained = try await document(Days.self, "score/{habit}", context, values).days
      let words = "\(habit.details.schedule), seed \(seed), \(context.today)"
      // The explanation begins with the first day that has a strength.
      #expect(explained == calendar.suffix(explained.count), "\(words)")
      let cells = week.first { $0.id == habit.id }?.cells ?? []
      #expect(cells.count == (habit.details.archived ? 0 : 7), "\(words)")
      #expect(cells == calendar.suffix(cells.count), "\(words)")
      let status = today.first { $0.id == habit.id }?.status
      #expect(status == nil || status == calendar.last?.status, "\(words)")
      for seen in calendar.suffix(5) {
        let values = ["habit": habit.id.description, "day": seen.day.description]
        let one = try await document(Seen.self, "habits/{habit}/days/{day}", context, values)
        #expect(one == seen, "\(words)")
      }
    }
  }

  private func document<Content: Decodable>(
    _ type: Content.Type,
    _ path: String,
    _ context: PageContext,
    _ values: [String: String] = [:]
  ) async throws -> Content {
    let endpoint = try #require(SeenDayTests.documents.first { $0.path == path })
    let bytes = try await endpoint.body(DocumentRequest(context: context, values: values))
    return try JSON.decode(type, from: bytes)
  }
}
