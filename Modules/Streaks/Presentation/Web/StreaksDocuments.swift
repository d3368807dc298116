import Core
import Pages
import Presentation
import StreaksContract
import TrackingContract

/// The documents that programs can read, the same as those of `--json`.
enum StreaksDocuments {
  static let all: [DocumentEndpoint] = [streaks, stats, freezes]

  private static let habit = DocumentParameter(
    "habit",
    .text,
    "Only this habit: its title, the beginning of it, or its id."
  )

  private static let streaks = DocumentEndpoint(
    "streaks",
    "Current and best streaks, the stock of freezes and what is offered.",
    parameters: [habit]
  ) { request in
    let context = request.context
    let report = try await context.ask(AllStreaks())
    let faces = try await HabitFaces(asking: context.askIfAvailable)
    let tomorrow = context.offersReminders ? context.today.advanced(by: 1) : nil
    var shown = report
    if let found = try await request.found() {
      shown = report.only(found.habit, try await context.ask(StreakOf(habit: found.habit)))
    }
    let resting = try await RestingHabits.load(shown, context)
    return StreaksDocument(shown, faces: faces, reminderOn: tomorrow, resting: resting)
  }

  private static let stats = DocumentEndpoint(
    "stats",
    "Rates, trends and totals, and overall consistency.",
    parameters: [habit]
  ) { request in
    let found = try await request.found()
    return StatsDocument(try await request.context.ask(StatsOf(habit: found?.habit)))
  }

  private static let freezes = DocumentEndpoint(
    "freezes",
    "The stock of freezes, and what they could protect."
  ) { request in
    let report = try await request.context.ask(AllStreaks())
    return FreezesDocument(
      freezes: report.freezes,
      offers: report.offers.map(OfferDocument.init),
      returned: report.returned.map(ReturnedDocument.init)
    )
  }
}

extension DocumentRequest {
  fileprivate func found() async throws -> FoundStreak? {
    guard let text = self["habit"], !text.isEmpty else { return nil }
    return try await context.ask(FindStreak(text: text))
  }
}
