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
    needs: ["streaks"],
    owns: [MilestoneTold.self],
    reads: [CheckSet.self, HabitDeleted.self],
    answers: [AllBadges.self, AllScores.self, ExplainScore.self, MarkMilestonesTold.self]
  )

  public static func register(in host: inout some ModuleHost<GamificationState>) {
    host.fold(MilestoneTold.self) { state, fact, _ in state.apply(fact) }
    // Told as a fact by Tracking, and as a change by every module that keeps habits.
    host.fold(HabitDeleted.self) { state, fact, _ in state.remove(fact.habit) }
    host.follow(HabitRemoved.self) { state, change, _ in state.remove(change.habit) }
    host.fold(CheckSet.self) { state, fact, context in
      if fact.source != nil { state.imported = context.stamp }
    }
    host.follow(StreakChanged.self) { state, change, context in
      guard !context.isReplay else { return }
      let now = context.stamp.clock.instant
      let today = context.calendar.day(at: now)
      for signal in state.reached(by: change, on: today, at: context.stamp) {
        context.signal(signal)
      }
    }
    host.answer(AllBadges.self, BadgeHandlers.badges)
    host.answer(AllScores.self, ScoreHandlers.all)
    host.answer(ExplainScore.self, ScoreHandlers.explain)
    host.decide(MarkMilestonesTold.self, ToldHandlers.decide, reply: ToldHandlers.reply)
  }
}
