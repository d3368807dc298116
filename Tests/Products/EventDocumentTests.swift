import Core
import GamificationContract
import Pages
import Presentation
import ProfileContract
import Products
import SobrietyContract
import StreaksContract
import Testing
import TrackingContract

/// Events as programs outside are told of them.
@Suite struct EventDocumentTests {
  /// 2026-03-02.
  private let day = Day(number: 20_514)

  private struct Document: Decodable {
    struct Habit: Decodable {
      let id: String
      let title: String?
    }

    /// A status of a check, or a length of a streak.
    struct To: Decodable {
      let text: String

      init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        text = try (try? value.decode(String.self)) ?? "\(value.decode(Int.self))"
      }
    }

    struct Data: Decodable {
      let habit: HabitID?
      let to: To?
    }

    let event: String
    let time: String
    let day: Day
    let habit: Habit?
    let sentence: String
    let data: Data
  }

  private func document(
    _ event: any IntegrationEvent,
    _ space: OpenSpace
  ) async throws -> Document {
    let document = try await EventDocument.of(event, at: space.page.now, space.page)
    return try JSON.decode(Document.self, from: try JSON.encode(document))
  }

  private func done(_ habit: HabitID) -> CheckChanged {
    CheckChanged(habit: habit, day: day, from: .open, to: .done, value: nil, isKnown: true)
  }

  @Test func `a check is told with its time, its habit by title, its fields and a sentence`()
    async throws
  {
    let space = try await OpenSpace.open(.hobbyist, [], on: day)
    let habit = try await space.page.send(CreateHabit(details: HabitDetails(title: "Read"))).id
    let told = try await document(done(habit), space)
    #expect(told.event == "tracking.check-changed")
    #expect(told.time == "2026-03-02T12:00:00Z")
    #expect(told.day == day)
    #expect(told.habit?.id == habit.description && told.habit?.title == "Read")
    #expect(told.sentence == "Read — done for today.")
    #expect(told.data.habit == habit && told.data.to?.text == "done")
    let gone = try await document(HabitRemoved(habit: HabitID(rawValue: 9)), space)
    #expect(gone.habit?.title == nil && gone.habit?.id == HabitID(rawValue: 9).description)
    #expect(gone.sentence == HabitRemoved.summary)
    // One without fields has an empty object there.
    let bare = try await EventDocument.of(ProfileChanged(), at: space.page.now, space.page)
    #expect(String(decoding: try JSON.encode(bare), as: UTF8.self).hasPrefix(#"{"data":{},"#))
    await space.close()
  }

  @Test func `no sentence about sober days says what they are about`() async throws {
    let space = try await OpenSpace.open(.sober, [], on: day)
    try await space.page.send(MarkDay(status: .sober))
    let substance = try #require(try await space.ask(AllSubstances()).first)
    let habit = substance.id.habit
    let run = RecordedDays(done: 7)
    let milestone = MilestoneReached(
      habit: habit,
      level: 7,
      day: day,
      unit: .day,
      start: day,
      recorded: run
    )
    let streak = StreakChanged(habit: habit, day: day, from: 6, to: 7, unit: .day)
    for event: any IntegrationEvent in [done(habit), milestone, streak] {
      let told = try await document(event, space)
      // Programs find the title in a field of its own, where they have to look for it.
      #expect(told.habit?.title == "Alcohol-free")
      for word in ["lcohol", "ober", "drink"] {
        #expect(!told.sentence.contains(word), "\(told.sentence)")
      }
    }
    await space.close()
  }

  @Test(arguments: ProductCatalog.products.map(\.name))
  func `the events of a product belong to its modules, and each is described`(name: String) throws {
    let product = try #require(ProductCatalog.product(named: name))
    let modules = Set(product.modules.map { $0.manifest.name })
    let names = product.events.map { $0.name }
    #expect(!names.isEmpty && Set(names).count == names.count)
    for event in product.events {
      #expect(event.summary.hasSuffix(".") && event.summary.count < 90)
      let isOwn = modules.contains(String(event.name.prefix { $0 != "." }))
      // Sobriety publishes the changes of Tracking, so that other modules need not know it.
      #expect(isOwn || event.name.hasPrefix("tracking."))
    }
  }
}
