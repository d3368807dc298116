import Core
import SobrietyContract
import SocialContract
import StreaksContract

// The number of drinks, the savings and the reason for being sober are private.
extension CardComposer {
  func sobriety() throws -> ShareCard {
    let sobriety = try standing()
    guard context.answers(SoberDays.self) else { throw lacking("a sobriety calendar") }
    let days = try context.ask(
      SoberDays(substance: query.substance, from: firstDay, to: context.today)
    )
    guard sobriety.soberDays > 0, days.contains(where: { $0.status == .sober }) else {
      throw nothing("No day of \(weeksInWords) is marked as sober yet.")
    }
    let total = ShareFigure(.soberDays, sobriety.soberDays, .day)
    let longest = ShareFigure(.longestSoberRun, sobriety.longest, .day)
    let run = ShareFigure(.soberRun, sobriety.current, .day)
    return ShareCard(
      kind: .sobriety,
      subject: .sobriety,
      title: query.showsTitle ? sobriety.substance.habitTitle : nil,
      headline: sobriety.current > 0 ? run : total,
      figures: sobriety.current > 0 ? [longest, total] : [longest],
      grid: ShareGrid(
        days: shown(days.map(\.shared)),
        strongest: SoberDay.darkestShade,
        weekStart: context.calendar.weekStart
      ),
      day: context.today,
      recorded: try recorded(
        sobriety.substance.id.habit,
        min(firstDay, context.today.advanced(by: -sobriety.current)),
        context.today
      )
    )
  }

  func soberMilestone() throws -> ShareCard {
    let sobriety = try standing()
    guard query.unit == nil || query.unit == .day else {
      throw notReached("Sober days are counted in days.")
    }
    let reached = sobriety.milestones
    guard let longest = reached.last else {
      throw notReached("The first milestone is one sober day, and it is still to come.")
    }
    guard let milestone = reached.first(where: { $0.days == query.level ?? longest.days }) else {
      throw notReached(
        "Milestones so far: \(reached.map { "\($0.days)" }.joined(separator: ", "))."
      )
    }
    return ShareCard(
      kind: .milestone,
      subject: .sobriety,
      title: query.showsTitle ? sobriety.substance.habitTitle : nil,
      headline: ShareFigure(.soberMilestone, milestone.days, .day),
      day: milestone.day,
      recorded: try recorded(
        sobriety.substance.id.habit,
        milestone.day.advanced(by: 1 - milestone.days),
        milestone.day
      )
    )
  }

  func notReached(_ words: String) -> DomainError {
    let wanted = query.level.map { query.unit?.words($0) ?? "\($0)" }
    let lead = wanted.map { "\($0) is not among the milestones that were reached. " } ?? ""
    return DomainError("milestone-not-reached", lead + words + " Nothing was shared.")
  }

  private func standing() throws -> Sobriety {
    guard context.answers(SobrietyOf.self) else { throw lacking("a sobriety calendar") }
    return try context.ask(SobrietyOf(substance: query.substance))
  }
}

extension SoberDay {
  fileprivate var shared: ShareDay {
    switch status {
    case .sober: ShareDay(day: day, status: .done, strength: max(1, shade))
    case .notSober: ShareDay(day: day, status: .notSober, strength: 0)
    case .unmarked: ShareDay(day: day, status: .none, strength: 0)
    }
  }
}
