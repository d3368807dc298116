import Core
import GamificationContract
import StreaksContract
import TrackingContract

/// Milestones, badges and scores.
public struct GamificationModule: Module {
  public typealias State = GamificationState

  public static let manifest = Manifest(
    name: "gamification",
    version: "1.0.0",
    summary: "Milestones, badges and scores.",
    kernel: KernelVersion(2, 1),
    needs: ["streaks"],
    owns: [MilestoneReported.self],
    reads: [HabitDeleted.self],
    follows: [HabitRemoved.self, StreakChanged.self],
    answers: [AllBadges.self, AllScores.self, ExplainScore.self],
    announces: [MilestoneReached.self, BadgeEarned.self]
  )

  public static func register(in host: inout some ModuleHost<GamificationState>) {
    host.fold(MilestoneReported.self) { state, fact, context in
      state.apply(fact, at: context.stamp)
    }
    // Tracking publishes the deletion as a fact, and every module that keeps habits as a change.
    host.fold(HabitDeleted.self) { state, fact, _ in state.remove(fact.habit) }
    host.follow(HabitRemoved.self) { state, change, _ in state.remove(change.habit) }
    host.react(
      to: StreakChanged.self,
      when: { Milestones.isStep(from: $0.from, to: $0.to) },
      MilestoneHandlers.react
    )
    host.summarize(MilestoneHandlers.summarize)
    host.answer(AllBadges.self, BadgeHandlers.badges)
    host.answer(AllScores.self, ScoreHandlers.all)
    host.answer(ExplainScore.self, ScoreHandlers.explain)
  }
}
