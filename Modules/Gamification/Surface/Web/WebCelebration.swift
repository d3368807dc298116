import CommandKit
import Core
import GamificationContract
import PageKit
import SobrietyContract
import StreaksContract
import TrackingContract

/// Praise for milestones, in place of the plain confirmation of the form that reached them, and behind
/// the words of one that did more, such as an import.
enum WebCelebration {
  static let presenter = LandingPresenter(MilestoneReached.self) { reached, landing, session in
    // Sober days are celebrated by the module that keeps them, in its own calm words.
    let substances = try await session.askIfAnswered(AllSubstances()) ?? []
    let own = Celebration.highest(reached).filter { signal in
      !substances.contains { $0.id.habit == signal.habit }
    }
    guard let highest = own.max(by: { $0.level < $1.level }) else { return landing }
    var sentences: [String] = []
    for signal in own {
      let streak = try await session.ask(StreakOf(habit: signal.habit))
      sentences.append(words(streak, signal.level, session))
    }
    let share = session.sharePath(highest.habit, highest.level)
    return celebrated(sentences, landing, share: share, session)
  }

  private static func celebrated(
    _ sentences: [String],
    _ landing: Landing,
    share: String?,
    _ session: Session
  ) -> Landing {
    // What can be taken back says no more than that it was done.
    let before = landing.message?.undo == nil ? landing.message?.text : nil
    let message = Message(
      .celebration,
      ([before].compactMap { $0 } + sentences).joined(separator: " "),
      undo: landing.message?.undo,
      link: share.map { Message.Link($0, session.say(.badgeShare)) }
    )
    return Landing(landing.path, message)
  }

  private static func words(_ streak: HabitStreak, _ level: Int, _ session: Session) -> String {
    let values = ["title": streak.title, "length": streak.unit.words(level)]
    let words = session.say(.milestoneReached, values)
    return streak.difficulty == .hard ? "\(words) \(session.say(.milestoneHard))" : words
  }
}
