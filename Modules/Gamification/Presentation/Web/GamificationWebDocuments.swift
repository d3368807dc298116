import Core
import GamificationContract
import Pages
import Presentation
import StreaksContract

/// The documents for other programs, the same as those of `--json`.
enum GamificationWebDocuments {
  static let all: [DocumentEndpoint] = [badges, scores, explanation]

  private static let habit = DocumentParameter(
    "habit",
    .text,
    "Only this habit: its title, the beginning of it, or its id."
  )

  private static let badges = DocumentEndpoint(
    "badges",
    "The milestones that were reached, and what comes next.",
    parameters: [habit]
  ) { request in
    let found = try await request.found()
    try await request.context.space.verify()
    return BadgesDocument(try await request.context.ask(AllBadges(habit: found?.habit)))
  }

  private static let scores = DocumentEndpoint(
    "score",
    "Streak, strength and score of each habit.",
    parameters: [habit]
  ) { request in
    let context = request.context
    guard let found = try await request.found() else {
      return ScoresDocument(try await context.ask(AllScores()))
    }
    return ScoresDocument([try await context.ask(ExplainScore(habit: found.habit, days: 1)).score])
  }

  private static let explanation = DocumentEndpoint(
    "score/{habit}",
    "Where the numbers of a habit come from, day by day.",
    parameters: [
      DocumentParameter("habit", .text, "The habit: its title, the beginning of it, or its id."),
      DocumentParameter("days", .number(1...3660), "How many days, today included; 30."),
    ]
  ) { request in
    let found = try await request.context.ask(FindStreak(text: request["habit"] ?? ""))
    let days = request.number("days") ?? 30
    return ExplanationDocument(
      try await request.context.ask(ExplainScore(habit: found.habit, days: days))
    )
  }
}

extension DocumentRequest {
  fileprivate func found() async throws -> FoundStreak? {
    guard let text = self["habit"], !text.isEmpty else { return nil }
    return try await context.ask(FindStreak(text: text))
  }
}
