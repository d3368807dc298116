import Core
import Presentation
import Products
import StreaksContract
import Testing
import TestKit
import TrackingContract

/// Habits have the same order in the replies of all modules.
@Suite struct OrderTests {
  @Test func `habits of one import stand everywhere in the order of the file`() throws {
    let harness = Harness(
      modules: Product.streaks.modules,
      now: Instant(seconds: 1_767_258_000),
      policies: Product.streaks.policies
    )
    let titles = (0..<20).map { "Habit \($0 * 7 % 20)" }
    let habits = titles.map { title in
      ImportedHabit(
        key: title,
        details: HabitDetails(title: title, group: title.hasSuffix("3") ? "Three" : nil),
        createdOn: Day(number: 20_000),
        entries: [ImportedEntry(day: Day(number: 20_001), entry: Entry(mark: .done))]
      )
    }
    try harness.when(
      ImportHistory(history: ImportedHistory(source: "test", habits: habits))
    )
    let known = try harness.ask(AllHabits()).map(\.details.title)
    let grouped = titles.filter { !$0.hasSuffix("3") } + titles.filter { $0.hasSuffix("3") }
    #expect(known == grouped)
    #expect(try harness.ask(AllStreaks()).items.map(\.title) == known)
  }
}
