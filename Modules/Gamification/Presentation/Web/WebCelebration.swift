import Core
import GamificationContract
import Pages
import Presentation
import SobrietyContract
import StreaksContract
import TrackingContract

/// Celebrates milestones in the message of the form that reached them.
///
/// The celebration replaces a plain confirmation and follows a report, such as that of an import.
enum WebCelebration {
  static let presenter = ActionResultPresenter(MilestoneReached.self) { reached, result, context in
    // Sober days are celebrated by Sobriety itself.
    let substances = try await context.askIfAvailable(AllSubstances()) ?? []
    let own = Celebration.highest(reached).filter { signal in
      !substances.contains { $0.id.habit == signal.habit }
    }
    guard let highest = own.max(by: { $0.level < $1.level }) else {
      return sober(Celebration.highest(reached).first, substances, result, context)
    }
    var sentences: [String] = []
    for signal in own {
      let streak = try await context.ask(StreakOf(habit: signal.habit))
      let title = try await DistinctTitles.label(
        streak.title,
        streak.habit,
        asking: context.askIfAvailable
      )
      sentences.append(words(title, streak, signal, context))
    }
    let card = context.sharePath(highest.habit, highest.level, highest.unit, among: substances)
    // Whoever has reached several chooses which to share: the link does not say whose it would be.
    let share = own.count > 1 ? card.map { _ in BadgesPage.path } : card
    return celebrated(sentences, result, share: share, level: highest.level, context)
  }

  /// Returns Sobriety's own celebration, with a link to its card.
  private static func sober(
    _ signal: MilestoneReached?,
    _ substances: [Substance],
    _ result: ActionResult,
    _ context: PageContext
  ) -> ActionResult {
    guard let signal, let said = result.message, said.kind == .celebration else { return result }
    let share = context.sharePath(signal.habit, signal.level, signal.unit, among: substances)
    let message = Message(
      .celebration,
      said.text,
      undo: said.undo,
      link: share.map { Message.Link($0, context.say(.badgeShare)) },
      rank: rank(of: signal.level),
      level: large(signal.level),
      lasts: said.lasts
    )
    return ActionResult(result.path, message)
  }

  /// Returns the rank of a level; nil for the lowest, which is that of a message without a rank.
  private static func rank(of level: Int) -> Int? {
    let rank = Milestones.rank(of: level)
    return rank > 1 ? rank : nil
  }

  /// The level, if its badge fills the screen.
  private static func large(_ level: Int) -> Int? { rank(of: level) == nil ? nil : level }

  private static func celebrated(
    _ sentences: [String],
    _ result: ActionResult,
    share: String?,
    level: Int,
    _ context: PageContext
  ) -> ActionResult {
    // Other messages that offer an undo are plain confirmations.
    let isKept = result.isReport || result.message?.undo == nil
    let before = isKept ? result.message : nil
    let message = Message(
      .celebration,
      ([before?.text].compactMap { $0 } + sentences).joined(separator: " "),
      undo: result.message?.undo,
      link: share.map { Message.Link($0, context.say(.badgeShare)) },
      rank: rank(of: level),
      level: large(level),
      lasts: before?.lasts
    )
    return ActionResult(result.path, message)
  }

  private static func words(
    _ title: String,
    _ streak: HabitStreak,
    _ signal: MilestoneReached,
    _ context: PageContext
  ) -> String {
    let values = ["title": title, "length": signal.unit.words(signal.level)]
    let sentences = [
      context.say(.milestoneReached, values),
      streak.difficulty == .hard ? context.say(.milestoneHard) : nil,
      signal.recorded.words(.milestoneLater, context),
    ]
    return sentences.compactMap(\.self).joined(separator: " ")
  }
}
