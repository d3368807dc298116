import CommandKit
import Core
import GamificationContract
import PageKit
import SobrietyContract
import StreaksContract
import TrackingContract

/// Praise for a milestone, in place of the plain confirmation of the form that reached it.
enum WebCelebration {
  /// Watches every form that is about a habit.
  static let reaction = Reaction { fields, session in
    guard let habit = fields["habit"].flatMap({ HabitID($0) }) else { return nil }
    // What is corrected later earns its badge in silence.
    if let day = fields["day"].flatMap({ Day($0) }), day.distance(to: session.today) > 1 {
      return nil
    }
    let before = try await times(habit, session)
    return { landing, session in
      try await celebrated(habit, before, landing, session)
    }
  }

  /// How often each level was reached.
  private static func times(_ habit: HabitID, _ session: Session) async throws -> [Int: Int] {
    let items = try await session.ask(AllBadges(habit: habit)).items
    return Dictionary(items.map { ($0.level, $0.times) }) { $1 }
  }

  private static func celebrated(
    _ habit: HabitID,
    _ before: [Int: Int],
    _ landing: Landing,
    _ session: Session
  ) async throws -> Landing {
    let gained = try await times(habit, session).filter { $0.value > before[$0.key] ?? 0 }.keys
    guard let level = gained.max() else { return landing }
    let streak = try await session.ask(StreakOf(habit: habit))
    guard let start = streak.currentFrom, streak.current >= level else { return landing }
    let milestones = gained.map { Milestone(habit: habit, level: $0, start: start) }
    // An order that orders nothing answers with what was told before.
    let told = try await session.send(MarkMilestonesTold(milestones: [])).milestones
    guard !told.contains(Milestone(habit: habit, level: level, start: start)) else {
      return landing
    }
    try await session.send(MarkMilestonesTold(milestones: milestones))
    // Sober days are celebrated by the module that keeps them, in its own calm words.
    let substances = try await session.askIfAnswered(AllSubstances()) ?? []
    guard !substances.contains(where: { $0.id.habit == habit }) else { return landing }
    let share = session.sharePath(habit, level).map {
      Message.Link($0, session.say(.badgeShare))
    }
    let message = Message(
      .celebration,
      words(streak, level, session),
      undo: landing.message?.undo,
      link: share
    )
    return Landing(landing.path, message)
  }

  private static func words(_ streak: HabitStreak, _ level: Int, _ session: Session) -> String {
    let values = ["title": streak.title, "length": streak.unit.words(level)]
    let words = session.say(.milestoneReached, values)
    return streak.difficulty == .hard ? "\(words) \(session.say(.milestoneHard))" : words
  }
}
