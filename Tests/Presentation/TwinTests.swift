import Core
import Presentation
import StreaksContract
import Testing
import TrackingContract

@testable import GamificationPresentation
@testable import StreaksPresentation

@Suite struct TwinTests {
  private let twins = [
    Samples.habit(0xA1, "Read", group: "at home"), Samples.habit(0xB2, "Read", group: "outside"),
  ]

  private func report(_ habits: [Habit]) -> StreaksReport {
    StreaksReport(
      items: habits.map { Samples.streak($0, 3, best: 5) },
      freezes: FreezeStock(earned: 0, used: 0),
      offers: []
    )
  }

  private func names(_ titles: DistinctTitles, _ habits: [Habit]) -> [String] {
    habits.map { titles.title($0.details.title, $0.id) }
  }

  @Test func `habits are asked for only where a title occurs twice`() async throws {
    let known = twins
    let desk = Desk([AllHabits.name: { _, _ in known }])
    let context = try Samples.context(modules: [Keeping.self], desk)
    let different = Samples.habits
    let plain = try await report(different).titles(context)
    #expect(names(plain, different) == different.map(\.details.title))
    #expect(desk.questions(AllHabits.self) == 0)
    let told = try await report(twins).titles(context)
    #expect(names(told, twins) == ["Read (at home)", "Read (outside)"])
    #expect(desk.questions(AllHabits.self) == 1)
    #expect(told.name("Read", twins[0].id) == "0000a1")
  }

  @Test func `a habit that is listed twice is no twin of its own`() async throws {
    let desk = Desk([:])
    let context = try Samples.context(modules: [Keeping.self], desk)
    let entry = (twins[0].id, "Read")
    let titles = try await DistinctTitles([entry, entry], asking: context.askIfAvailable)
    #expect(titles.title("Read", twins[0].id) == "Read")
  }

  @Test func `where no module keeps habits twins are told apart by their ids`() async throws {
    let context = try Samples.context(modules: [], Desk([:]))
    let titles = try await report(twins).titles(context)
    #expect(names(titles, twins) == ["Read #0000a1", "Read #0000b2"])
  }
}

private enum Keeping: Module {
  typealias State = AllModules.State

  static let manifest = Manifest(
    name: "tracking",
    version: "1",
    summary: "",
    kernel: KernelVersion(2, 0),
    answers: [AllHabits.self]
  )

  static func register(in host: inout some ModuleHost<State>) {}
}
