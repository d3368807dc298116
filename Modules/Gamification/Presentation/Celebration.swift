import Commands
import Core
import GamificationContract
import Presentation
import ProfileContract
import SobrietyContract
import StreaksContract
import Terminal
import TrackingContract

/// Celebrates milestones in the output of the command that reached them.
enum Celebration {
  /// Returns the celebration; sober days are left out, since Sobriety celebrates them itself.
  static func of(
    _ reached: [MilestoneReached],
    _ context: CommandContext
  ) async throws -> [any View] {
    let substances = try await context.askIfAvailable(AllSubstances()) ?? []
    let profile = try await context.askIfAvailable(CurrentProfile())
    let isCalm = profile?.reducedMotion ?? false
    var shown: [any View] = []
    for signal in highest(reached)
    where !substances.contains(where: { $0.id.habit == signal.habit }) {
      let streak = try await context.ask(StreakOf(habit: signal.habit))
      shown += views(signal, streak, isCalm: isCalm, context)
    }
    return shown
  }

  /// Keeps only the highest level per habit: a check that joins two runs can reach several.
  static func highest(_ reached: [MilestoneReached]) -> [MilestoneReached] {
    reached.filter { signal in
      !reached.contains { $0.habit == signal.habit && $0.level > signal.level }
    }
  }

  static func views(
    _ signal: MilestoneReached,
    _ streak: HabitStreak,
    isCalm: Bool,
    _ context: CommandContext
  ) -> [any View] {
    let values = ["title": streak.title, "length": signal.unit.words(signal.level)]
    var words = context.say(.milestoneReached, values)
    if streak.difficulty == .hard { words += " " + context.say(.milestoneHard) }
    if let later = signal.recorded.words(.milestoneLater, context) { words += " " + later }
    let profile = context.screen.profile
    let rank = Milestones.rank(of: signal.level)
    if profile.plain { return [Paragraph(Text(words))] }
    // The longer the run, the more stars and confetti.
    let stars =
      rank == 1
      ? Text() : Text(repeating: BadgeViews.star(context.screen), rank, .warning) + Text(" ")
    guard !isCalm, !profile.reducedMotion, profile.isTerminal else {
      return [Paragraph(stars + Text(words), hanging: stars.width)]
    }
    let confetti = (0..<rank).map { Confetti(seed: signal.level + $0) }
    return confetti + [Paragraph(stars + Text(words, .heading), hanging: stars.width)]
      + (0..<rank).map { Confetti(seed: 1 + $0) }
  }
}

extension RecordedDays {
  /// Returns the note about days that were not marked on the day itself; nil if all were.
  func words(_ phrase: Phrase, _ context: some SpaceContext) -> String? {
    guard later > 0 else { return nil }
    return context.say(phrase, ["later": "\(later)", "days": StreakUnit.day.words(done)])
  }
}

/// A line of confetti, the same for the same seed.
struct Confetti: View {
  let seed: Int

  private static let inks: [Ink] = [.accent, .warning, .done, .protected, .danger]

  func lines(on screen: Screen) -> [Text] {
    let signs =
      screen.profile.unicode ? ["✦", "•", "˚", "*", "✧", "·"] : ["*", "o", ".", "+", "'"]
    var line = Text()
    var state = UInt32(truncatingIfNeeded: seed) &* 2_654_435_761 | 1
    while line.width < min(screen.width, 48) - 4 {
      // Source: Marsaglia, "Xorshift RNGs", Journal of Statistical Software 8 (14), 2003.
      state ^= state << 13
      state ^= state >> 17
      state ^= state << 5
      let gap = Int(state % 3) + 1
      let sign = signs[Int(state >> 8) % signs.count]
      let ink = Self.inks[Int(state >> 16) % Self.inks.count]
      line += Text(String(repeating: " ", count: gap)) + Text(sign, Style(ink))
    }
    return [line]
  }
}
