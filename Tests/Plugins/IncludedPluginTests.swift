import Commands
import Core
import Mood
import Pages
import Presentation
import Products
import TestKit
import Testing
import TrackingContract

@testable import Plugins

/// A plugin that is compiled into a product, which names its module.
@Suite struct IncludedPluginTests {
  private let product = Product(
    name: "moody",
    title: "Moody",
    summary: "Hobbies, and how days felt.",
    modules: Product.hobbyist.modules + [MoodModule.self],
    policies: Product.hobbyist.policies,
    voice: Product.hobbyist.voice,
    theme: Product.hobbyist.theme
  )

  @Test func `its module runs with those of the product, and hears of them`() throws {
    let harness = Harness(modules: product.modules)
    let habit = try harness.when(CreateHabit(details: HabitDetails(title: "Read"))).id
    let today = harness.calendar.day(at: harness.now)
    for back in 0..<10 {
      let day = today.advanced(by: -back)
      try harness.when(NoteMood(day: day, mood: back < 5 ? .great : .low))
      if back < 5 { try harness.when(SetCheck(habit: habit, day: day, mark: .done)) }
    }
    let found = try #require(try harness.ask(MoodsByHabit()).first)
    #expect((found.habit, found.doneMood, found.otherMood) == (habit, 5, 2))
  }

  @Test func `what it shows is part of the product, and of no other`() throws {
    ProductCatalog.show(MoodPresentation.self)
    ProductCatalog.show(MoodPresentation.self)
    let commands = ProductCatalog.commands(of: product)
    #expect(commands.count { $0 == MoodCommand.self } == 1)
    let pages = ProductCatalog.pagePresentations(of: product)
    let contributions = Contributions(pages, for: product)
    #expect(contributions.pages.contains { $0.path == "/mood" })
    #expect(contributions.action(named: "mood.note") != nil)
    #expect(!ProductCatalog.commands(of: .hobbyist).contains { $0 == MoodCommand.self })
  }
}
