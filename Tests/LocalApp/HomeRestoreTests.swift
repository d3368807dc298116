import Core
import FileSystem
import Glibc
import Presentation
import Products
import Runtime
import SQLiteJournal
import Testing
import TrackingContract

@testable import LocalApp

/// Going back to a backup, and what is told beforehand.
@Suite struct HomeRestoreTests {
  private let place = TemporaryHome()
  private var home: Home { place.home }

  private var backup: String { home.path + "/kept.db" }

  /// Opens the home, lets `body` act in it, and closes it again.
  @discardableResult
  private func live<T>(
    _ product: Product = .hobbyist,
    _ body: (any SpaceClient, LocalSpace) async throws -> T
  ) async throws -> T {
    let space = try await LocalSpace.open(home, as: product)
    do {
      let result = try await body(space.client, space)
      await space.runtime.close()
      return result
    } catch {
      await space.runtime.close()
      throw error
    }
  }

  private func add(_ titles: String..., in product: Product = .hobbyist) async throws {
    try await live(product) { client, _ in
      for title in titles {
        _ = try await client.send(CreateHabit(details: HabitDetails(title: title)))
      }
    }
  }

  private func backUp(_ product: Product = .hobbyist) async throws {
    try await live(product) { _, space in
      try space.journal.backup(to: backup, product: product.name)
    }
  }

  private func titles() async throws -> [String] {
    try await live { client, _ in try await client.ask(AllHabits()).map(\.details.title) }
  }

  private func refusal(_ product: Product = .hobbyist, _ path: String? = nil) async -> DomainError?
  {
    await #expect(throws: DomainError.self) {
      try await HomeRestore(home, as: product).restore(from: path ?? backup, called: "kept.db")
    }
  }

  @Test func `what a restore would bring and take is told, and nothing is changed`() async throws {
    try await add("Read", "Run")
    try await backUp()
    try await live { client, _ in
      let habits = try await client.ask(AllHabits())
      _ = try await client.send(SetCheck(habit: habits[0].id, mark: .done))
    }
    try await add("Swim")
    let outlook = try await HomeRestore(home, as: .hobbyist).outlook(of: backup, called: "kept.db")
    #expect(outlook.backup.habits == ["Read", "Run"])
    #expect(outlook.present.habits == ["Read", "Run", "Swim"])
    #expect(outlook.backup.entries == 2)
    #expect((outlook.returning, outlook.leaving) == (0, 2))
    #expect(outlook.leavingHabits == ["Swim"])
    #expect(outlook.returningHabits.isEmpty)
    #expect(outlook.product?.name == "hobbyist")
    #expect(try await titles() == ["Read", "Run", "Swim"])
    #expect(!place.names.contains { $0.hasPrefix(".backup-look") })
  }

  @Test func `a backup of what is here would change nothing`() async throws {
    try await add("Read")
    try await backUp()
    let outlook = try await HomeRestore(home, as: .hobbyist).outlook(of: backup, called: "kept.db")
    #expect((outlook.returning, outlook.leaving) == (0, 0))
  }

  @Test func `what was here is put aside, and can be gone back to`() async throws {
    try await add("Read")
    try await backUp()
    try await add("Swim")
    let restore = HomeRestore(home, as: .hobbyist)
    let report = try await restore.restore(from: backup, called: "kept.db")
    #expect(try await titles() == ["Read"])
    let aside = try #require(report.replaced)
    _ = try await restore.restore(from: aside, called: "before")
    #expect(try await titles() == ["Read", "Swim"])
  }

  @Test func `a home without a choice takes the product of the backup`() async throws {
    try await live(.sober) { _, space in try space.journal.backup(to: backup, product: "sober") }
    #expect(!home.hasChosen)
    _ = try await HomeRestore(home, as: .hobbyist).restore(from: backup, called: "kept.db")
    #expect(try home.product().name == "sober")
  }

  @Test func `a backup of another product is refused with the way to it`() async throws {
    try await add("Read")
    try home.choose(.hobbyist)
    try await live(.sober) { _, space in try space.journal.backup(to: backup, product: "sober") }
    let refusal = await refusal()
    #expect(refusal?.code == "backup-other-product")
    #expect(refusal?.message.contains("trellis init --product sober") == true)
    #expect(refusal?.message.contains("Nothing was replaced") == true)
    #expect(try await titles() == ["Read"])
    let check = #expect(throws: DomainError.self) {
      try HomeRestore(home, as: .hobbyist).checkProduct(of: backup, called: "kept.db")
    }
    #expect(check?.code == "backup-other-product")
    try HomeRestore(home, as: .sober).checkProduct(of: backup, called: "kept.db")
  }

  @Test func `a backup of a product that is not here yet is refused`() async throws {
    try await live { _, space in try space.journal.backup(to: backup, product: "later") }
    #expect(await refusal()?.code == "backup-too-new")
  }

  @Test func `what is no backup, or half of one, is told in words`() async throws {
    try await add("Read")
    try await backUp()
    place.write("a list of things", to: "notes.txt")
    place.write("{\"facts\": []}", to: "export.json")
    let notes = await refusal(.hobbyist, home.path + "/notes.txt")
    #expect(notes?.code == "backup-foreign")
    let export = await refusal(.hobbyist, home.path + "/export.json")
    #expect(export?.message.contains("choose Import") == true)
    truncate(backup, 8192)
    let half = await refusal()
    #expect(half?.code == "backup-damaged")
    #expect(half?.message.contains("Nothing was replaced") == true)
    #expect(try await titles() == ["Read"])
  }

  @Test func `a linked home stays with the history of its account`() async throws {
    let other = TemporaryHome()
    let theirs = try await LocalSpace.open(other.home, as: .hobbyist)
    _ = try await theirs.client.send(CreateHabit(details: HabitDetails(title: "Theirs")))
    try theirs.journal.backup(to: backup, product: "hobbyist")
    await theirs.runtime.close()
    try await add("Read")
    try home.sync.link(.sample(product: "hobbyist"), token: "t0ken", keys: nil)
    #expect(await refusal()?.code == "backup-other-history")
    let restoring = HomeRestore(home, as: .hobbyist)
    let check = await #expect(throws: DomainError.self) {
      try await restoring.checkHistory(of: backup)
    }
    #expect(check?.code == "backup-other-history")
    #expect(check?.message.contains("trellis sync logout") == true)
    #expect(try await titles() == ["Read"])
    try home.sync.unlinkAccount()
    try await restoring.checkHistory(of: backup)
    try home.sync.link(.sample(product: "hobbyist"), token: "t0ken", keys: nil)
    unlink(backup)
    try await backUp()
    try await restoring.checkHistory(of: backup)
  }
}
