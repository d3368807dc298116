import Core
import Journals
import Locks
import Presentation
import Products
import Runtime
import SobrietyContract
import Testing
import TestKit
import TrackingContract

/// A module that is added to a space later sees all of its past.
@Suite struct LateModuleTests {
  /// Each module of each product.
  static let cases = ProductCatalog.products.flatMap { product in
    product.modules.map { "\(product.name) without \($0.manifest.name)" }
  }

  /// The replies that are expected, by product and seed.
  private static let expected = SharedLocked<[String: Task<[String: String], any Error>]>([:])

  private let space = SpaceID(rawValue: 7)

  @Test(arguments: LateModuleTests.cases)
  func `a space that was written without a module is whole once it is there`(
    name: String
  ) async throws {
    let words = name.split(separator: " ").map(String.init)
    let product = try #require(ProductCatalog.product(named: words[0]))
    let fewer = LateModuleTests.modules(of: product, without: words[2])
    #expect(fewer.count < product.modules.count)
    for seed in UInt64(1)...2 {
      let late = MemoryJournal()
      var generator = HistoryGenerator(seed: seed)
      // The facts about a substance are removed with it, for a module that handles its end.
      let foreign = product.has("sobriety") ? [] : generator.substances.map(\.habit.entity)
      let lived = generator.facts(500).filter { fact in
        !foreign.contains { $0 == fact.fact.entity }
      }
      let facts = try lived.enumerated().map { number, made in
        try FactRecord(made.fact, id: FactID(rawValue: UInt128(number + 1)), stamp: made.stamp)
      }
      try await write(facts, to: late, fewer, product)
      let replies = try await replies(from: late, product)
      #expect(replies.count > 3)
      let expected = try await expectedReplies(facts, product, seed)
      for (name, reply) in expected {
        #expect(replies[name] == reply, "\(name), seed \(seed)")
      }
    }
  }

  /// The modules without the given one and those that need it.
  private static func modules(of product: Product, without name: String) -> [any Module.Type] {
    var gone: Set<String> = [name]
    for _ in product.modules {
      for module in product.modules where !gone.isDisjoint(with: module.manifest.needs) {
        gone.insert(module.manifest.name)
      }
    }
    return product.modules.filter { !gone.contains($0.manifest.name) }
  }

  private func start(
    _ modules: [any Module.Type],
    _ journal: MemoryJournal,
    _ product: Product
  ) throws -> Runtime {
    try Runtime(
      modules: modules,
      journal: journal,
      device: DeviceID(rawValue: 1),
      policies: product.policies,
      clock: FixedClock(Instant(seconds: 1_767_000_000)),
      random: SplitMix64(seed: 1)
    )
  }

  /// Writes in pieces, as a user would, and leaves the snapshots that a program leaves.
  private func write(
    _ facts: [FactRecord],
    to journal: MemoryJournal,
    _ modules: [any Module.Type],
    _ product: Product
  ) async throws {
    let runtime = try start(modules, journal, product)
    for first in stride(from: 0, to: facts.count, by: 50) {
      let page = facts[first..<min(first + 50, facts.count)]
      try await runtime.client(for: .owner, in: space).merge(Array(page))
    }
    await runtime.close()
  }

  /// The replies from a space that was written with all modules; all cases of a product share them.
  private func expectedReplies(
    _ facts: [FactRecord],
    _ product: Product,
    _ seed: UInt64
  ) async throws -> [String: String] {
    let task = LateModuleTests.expected.withLock { expected -> Task<[String: String], any Error> in
      let name = "\(product.name) \(seed)"
      if let task = expected[name] { return task }
      let task = Task {
        let early = MemoryJournal()
        try await write(facts, to: early, product.modules, product)
        return try await replies(from: early, product)
      }
      expected[name] = task
      return task
    }
    return try await task.value
  }

  /// The replies of the whole product to every query without parameters.
  private func replies(
    from journal: MemoryJournal,
    _ product: Product
  ) async throws -> [String: String] {
    let runtime = try start(product.modules, journal, product)
    var replies: [String: String] = [:]
    for request in product.modules.flatMap({ $0.manifest.answers }) {
      guard let query = request as? any Query.Type else { continue }
      replies[request.name] = try await reply(query, runtime)
    }
    await runtime.close()
    return replies
  }

  private func reply<Q: Query>(_ query: Q.Type, _ runtime: Runtime) async throws -> String? {
    guard let query = try? JSON.decode(Q.self, from: Array("{}".utf8)) else { return nil }
    do {
      return try JSON.pretty(try await runtime.client(for: .owner, in: space).ask(query))
    } catch let refusal as DomainError {
      return refusal.message
    }
  }
}

extension Product {
  fileprivate func has(_ module: String) -> Bool {
    modules.contains { $0.manifest.name == module }
  }
}
