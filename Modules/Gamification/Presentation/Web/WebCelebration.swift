import Core
import GamificationContract
import Pages
import Presentation
import SobrietyContract
import StreaksContract
import TrackingContract

/// Celebrates milestones in the message of the form that reached them.
///
/// The celebration replaces a plain confirmation and follows the message of a form that did more,
/// such as an import.
enum WebCelebration {
  static let presenter = ActionResultPresenter(MilestoneReached.self) { reached, result, context in
    // Sober days are celebrated by Sobriety itself.
    let substances = try await context.askIfAvailable(AllSubstances()) ?? []
    let own = Celebration.highest(reached).filter { signal in
      !substances.contains { $0.id.habit == signal.habit }
    }
    guard let highest = own.max(by: { $0.level < $1.level }) else { return result }
    var sentences: [String] = []
    for signal in own {
      let streak = try await context.ask(StreakOf(habit: signal.habit))
      sentences.append(words(streak, signal.level, context))
    }
    let share = context.sharePath(highest.habit, highest.level)
    return celebrated(sentences, result, share: share, context)
  }

  private static func celebrated(
    _ sentences: [String],
    _ result: ActionResult,
    share: String?,
    _ context: PageContext
  ) -> ActionResult {
    // A message that offers an undo is a plain confirmation.
    let before = result.message?.undo == nil ? result.message?.text : nil
    let message = Message(
      .celebration,
      ([before].compactMap { $0 } + sentences).joined(separator: " "),
      undo: result.message?.undo,
      link: share.map { Message.Link($0, context.say(.badgeShare)) }
    )
    return ActionResult(result.path, message)
  }

  private static func words(_ streak: HabitStreak, _ level: Int, _ context: PageContext) -> String {
    let values = ["title": streak.title, "length": streak.unit.words(level)]
    let words = context.say(.milestoneReached, values)
    return streak.difficulty == .hard ? "\(words) \(context.say(.milestoneHard))" : words
  }
}
