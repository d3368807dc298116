import Core
import Presentation
import Products
import StreaksContract
import Testing
import TestKit
import TrackingContract

/// Devices can merge because all orders of the same facts fold to the same states of all modules.
@Suite struct ConvergenceTests {
  /// All products, and one with all modules: what holds for each must hold for them together.
  static let all = ProductCatalog.products.map(\.name) + ["all"]
  /// The histories, which together hold everything that a product folds.
  private static let seeds: Range<UInt64> = 0..<100

  static func modules(_ product: String) -> [any Module.Type] {
    if let product = ProductCatalog.product(named: product) { return product.modules }
    var modules: [any Module.Type] = []
    for module in ProductCatalog.products.flatMap(\.modules)
    where !modules.contains(where: { $0.manifest.name == module.manifest.name }) {
      modules.append(module)
    }
    return modules
  }

  @Test(arguments: ConvergenceTests.all)
  func `any order of a history folds to the same states`(product: String) throws {
    for seed in ConvergenceTests.seeds {
      var generator = HistoryGenerator(seed: seed)
      let facts = generator.facts(20 + Int(seed) % 60)
      let modules = ConvergenceTests.modules(product)
      try assertConverges(modules, facts, orders: 4, seed: seed)
    }
  }

  @Test func `the generated histories hold every fact that a product folds`() {
    var missing: Set<String> = []
    for module in ConvergenceTests.modules("all") {
      missing.formUnion((module.manifest.owns + module.manifest.reads).map { $0.name })
    }
    for seed in ConvergenceTests.seeds {
      var generator = HistoryGenerator(seed: seed)
      for fact in generator.facts(20 + Int(seed) % 60) { missing.remove(type(of: fact.fact).name) }
    }
    #expect(missing.isEmpty)
  }

  @Test(arguments: ProductCatalog.products.map(\.name))
  func `states read back from a snapshot answer alike`(product: String) throws {
    let product = try #require(ProductCatalog.product(named: product))
    for seed in ConvergenceTests.seeds {
      var generator = HistoryGenerator(seed: seed)
      let harness = Harness(
        modules: product.modules,
        now: Instant(seconds: 1_766_000_000),
        policies: product.policies
      )
      let facts = generator.facts(60)
      // After each page, modules look for what is new.
      for first in stride(from: 0, to: facts.count, by: 10) {
        try harness.given(merged: Array(facts[first..<first + 10]))
      }
      let before = (harness.snapshot, try harness.ask(AllStreaks()), try harness.ask(StatsOf()))
      try harness.reopenFromSnapshot()
      #expect(harness.snapshot == before.0)
      #expect(try harness.ask(AllStreaks()) == before.1)
      #expect(try harness.ask(StatsOf()) == before.2)
    }
  }

  @Test func `a check of Tracking reaches the streak, and taking it back too`() throws {
    let harness = Harness(modules: Product.hobbyist.modules)
    let habit = try harness.when(CreateHabit(details: HabitDetails(title: "Read"))).id
    try harness.when(SetCheck(habit: habit, mark: .done))
    #expect(try harness.ask(StreakOf(habit: habit)).current == 1)
    #expect(harness.changes.contains { ($0 as? StreakChanged)?.to == 1 })
    try harness.when(SetCheck(habit: habit, mark: .open))
    #expect(try harness.ask(StreakOf(habit: habit)).current == 0)
    #expect(try harness.ask(StreakOf(habit: habit)).best == 0)
  }
}
