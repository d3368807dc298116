import Core
import GamificationPresentation
import Pages
import Presentation
import StreaksContract
import StreaksPresentation
import Testing
import TrackingContract

@testable import TrackingPresentation

@Suite struct WebDocumentTests {
  private let presentations: [any PagePresentation.Type] = [
    TrackingPresentation.self, StreaksPresentation.self, GamificationPresentation.self,
  ]

  private func document(_ path: String, _ values: [String: String] = [:]) async throws -> String {
    let document = try #require(presentations.flatMap { $0.documents }.first { $0.path == path })
    let habit = Samples.habits[1]
    let context = try Samples.pageContext(replies: [
      FindHabit.name: habit, AllHabits.name: Samples.habits, AllVacations.name: [Vacation](),
      StreakDays.name: [StreakDay](), StreakOf.name: Samples.streaks.items[1],
      DoneCounts.name: [1, 0, 2],
    ])
    let bytes = try await document.body(DocumentRequest(context: context, values: values))
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test func `every document of the command line is there`() {
    let paths = presentations.flatMap { $0.documents }.map(\.path)
    let wanted = [
      "today", "week", "history", "habits/{habit}/calendar", "habits/{habit}/days/{day}", "habits",
      "vacations", "streaks", "stats", "freezes", "badges", "score", "score/{habit}",
    ]
    #expect(Set(paths) == Set(wanted))
    #expect(paths.count == wanted.count)
  }

  @Test func `documents are what the commands print`() async throws {
    #expect(try await document("today").contains("\"done\":2"))
    #expect(try await document("history", ["weeks": "2"]).contains("\"total\":3"))
    #expect(try await document("vacations") == "{\"items\":[]}")
    #expect(try await document("streaks").contains("\"atRisk\":true"))
    let day = ["habit": "Meditate", "day": Samples.today.description]
    #expect(try await document("habits/{habit}/days/{day}", day).contains("\"best\":9"))
  }

  @Test func `a day that is none is refused`() async throws {
    await #expect(throws: DomainError.self) {
      try await document("habits/{habit}/days/{day}", ["habit": "Read", "day": "soon"])
    }
  }

  @Test func `names of actions and paths are not given twice`() throws {
    let product = try Samples.pageContext().product
    let contributions = Contributions(presentations, for: product)
    #expect(Set(contributions.actions.map(\.name)).count == contributions.actions.count)
    #expect(Set(contributions.pages.map(\.path)).count == contributions.pages.count)
    #expect(contributions.tabs.map(\.tab.order) == [10, 20, 30, 40, 50])
  }

  @Test func `every phrase has a key of its own`() {
    let phrases = presentations.flatMap { $0.phrases }
    let words = Dictionary(grouping: phrases) { $0.key }
    for (key, same) in words { #expect(Set(same.map(\.fallback)).count == 1, "\(key)") }
  }

  private func run(
    _ name: String,
    of surface: any PagePresentation.Type
  ) async throws -> ActionResult {
    let context = try Samples.pageContext()
    let contributions = Contributions([surface], for: context.product)
    let action = try #require(contributions.action(named: name))
    return try await action.run(FormFields([:]), context)
  }

  @Test func `who has something to say of a form cannot make it fail`() async throws {
    let seen = try await run("onlooker.act", of: Onlooker.self).message?.text
    #expect(seen == "acted, and seen 2 times")
    let quiet = try await run("onlooker.look", of: Onlooker.self).message?.text
    #expect(quiet == "looked")
    await #expect(throws: DomainError.self) { try await run("onlooker.refuse", of: Onlooker.self) }
  }

  @Test func `pages put each question to the space once, until something is ordered`() async throws
  {
    let habit = Samples.habits[1]
    let desk = Desk([
      AllHabits.name: { request, count in
        (request as? AllHabits)?.includesArchived == true ? [habit] : [habit, habit]
      },
      DeleteHabit.name: { _, _ in DeletedHabit(id: habit.id) },
    ])
    let context = Samples.request(try Samples.context(desk)).context
    for _ in 0..<3 {
      #expect(try await context.ask(AllHabits()).count == 2)
      #expect(try await context.ask(AllHabits(includesArchived: true)).count == 1)
    }
    #expect(desk.questions(AllHabits.self) == 2)
    try await context.send(DeleteHabit(habit: habit.id, confirmed: true))
    _ = try await context.ask(AllHabits())
    #expect(desk.questions(AllHabits.self) == 3)
  }
}

/// A module whose forms emit a signal, and presenters that react to it.
private enum Onlooker: PagePresentation {
  struct Failure: Error {}

  static let module = "onlooker"
  static let actions = [
    FormAction("onlooker.act") { _, context in
      context.signals.add([Acted(), Acted()])
      return .done("acted")
    },
    FormAction("onlooker.look") { _, _ in .done("looked") },
    FormAction("onlooker.refuse") { _, context in
      context.signals.add([Acted()])
      throw DomainError("no", "No.")
    },
  ]
  static let actionResultPresenters = [
    ActionResultPresenter(Acted.self) { _, _, _ in throw Failure() },
    ActionResultPresenter(Acted.self) { acted, result, _ in
      .done("\(result.message?.text ?? ""), and seen \(acted.count) times")
    },
    ActionResultPresenter(Slept.self) { _, _, _ in .done("slept") },
  ]
}

private struct Acted: Signal {
  static let name = "onlooker.acted"
}

private struct Slept: Signal {
  static let name = "onlooker.slept"
}
