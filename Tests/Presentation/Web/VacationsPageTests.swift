import Core
import Pages
import Presentation
import Testing
import TrackingContract

@testable import TrackingPresentation

/// Vacations in a browser.
@Suite struct VacationsPageTests {
  private let id = EntityID(rawValue: 9)

  /// A vacation that begins some days from today, at a desk where days before `back` are closed.
  private func context(
    _ ahead: Int,
    _ habits: Set<HabitID>? = nil,
    back: Int? = 0
  ) throws -> PageContext {
    let from = Samples.today.advanced(by: ahead)
    let vacation = Vacation(id: id, from: from, to: from.advanced(by: 9), habits: habits)
    let rules: [String: Desk.Rule] = [
      AllVacations.name: { _, _ in [vacation] },
      AllHabits.name: { _, _ in Samples.habits },
      CancelVacation.name: { _, _ in CancelledVacation(id: vacation.id) },
    ]
    return try Samples.context(policies: Policies { $0.backfillDays = back }, Desk(rules))
  }

  private func look(_ page: Page, _ context: PageContext) async throws -> String {
    let request = Samples.request(context, parameters: ["id": id.description])
    return try await page.body(request).body.markup
  }

  private func cancel(_ context: PageContext) async throws -> ActionResult {
    let action = try #require(VacationActions.all.first { $0.name == VacationActions.cancelling })
    return try await action.run(FormFields(["vacation": [id.description]]), context)
  }

  @Test func `a vacation that a button brings back is cancelled at once`() async throws {
    for context in [try context(0), try context(3), try context(-3, back: nil)] {
      #expect(try await look(VacationsPage.page, context).contains("/do/tracking.cancel-vacation"))
      let result = try await cancel(context)
      #expect(result.message?.undo?.action == "tracking.plan-vacation")
      #expect(result.path == "/vacations")
    }
  }

  @Test func `one that no button brings back is asked about`() async throws {
    for context in [try context(-3), try context(3, [Samples.habits[0].id])] {
      let list = try await look(VacationsPage.page, context)
      #expect(list.contains("href=\"/vacations/\(id)/cancel\""))
      #expect(!list.contains("/do/tracking.cancel-vacation"))
      let question = try await look(CancelVacationPage.page, context)
      #expect(question.contains("/do/tracking.cancel-vacation"))
      #expect(question.contains("name=\"back\" value=\"/vacations\""))
      #expect(question.contains("a streak that rests on them may end"))
      #expect(try await cancel(context).message?.undo == nil)
    }
    let begun = try await look(CancelVacationPage.page, try context(-3))
    #expect(begun.contains("cannot be planned anew from its first day"))
  }
}
