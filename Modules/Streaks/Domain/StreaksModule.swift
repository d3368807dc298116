import Core
import StreaksContract
import TrackingContract

/// The module for streaks, freezes, rates and strength of habits.
public struct StreaksModule: Module {
  public typealias State = StreaksState

  public static let manifest = Manifest(
    name: "streaks",
    version: "1.0.0",
    summary: "Streaks, freezes, rates and strength of habits.",
    kernel: KernelVersion(2, 1),
    owns: [FreezeUsed.self],
    reads: [HabitDeleted.self],
    publishes: [StreakChanged.self, FreezeReturned.self],
    follows: [
      HabitRemoved.self, HabitChanged.self, HabitsJoined.self, VacationsChanged.self,
      DaysShortened.self, CheckChanged.self,
    ],
    answers: [
      StreakOf.self, AllStreaks.self, StatsOf.self, StreakDays.self, StrengthSeries.self,
      EndedStreaks.self, FindStreak.self, RunsOf.self, RangeRates.self, RecordedDaysOf.self,
      UseFreeze.self, FreezesOnHabits.self,
    ],
    announces: [StreakChanged.self, FreezeReturned.self]
  )

  public static func register(in host: inout some ModuleHost<StreaksState>) {
    host.fold(FreezeUsed.self) { state, fact, context in
      let result = state.apply(fact, at: context.stamp) { context.calendar.weeks }
      if let changed = result.changed { context.emit(changed) }
      for returned in result.returned { context.emit(returned) }
    }
    // A habit may be deleted before it is known, and then no change reports the deletion.
    host.fold(HabitDeleted.self) { state, fact, _ in state.remove(fact.habit) }
    host.follow(HabitRemoved.self) { state, change, _ in state.remove(change.habit) }
    host.follow(HabitChanged.self) { state, change, _ in state.apply(change) }
    host.follow(HabitsJoined.self) { state, change, context in
      state.apply(change) { context.calendar.weeks }
    }
    host.follow(VacationsChanged.self) { state, change, _ in state.apply(change) }
    host.follow(DaysShortened.self) { state, change, _ in state.apply(change) }
    host.follow(CheckChanged.self) { state, change, context in
      let changed = state.apply(change) { context.calendar.weeks }
      if let changed { context.emit(changed) }
    }
    host.answer(StreakOf.self, StreakHandlers.one)
    host.answer(FindStreak.self, StreakHandlers.find)
    host.answer(AllStreaks.self, StreakHandlers.all)
    host.answer(EndedStreaks.self, EndedHandler.ended)
    host.answer(StreakDays.self, StreakHandlers.days)
    host.answer(StrengthSeries.self, StreakHandlers.strength)
    host.answer(StatsOf.self, StatsHandlers.stats)
    host.answer(RunsOf.self, RunHandlers.runs)
    host.answer(RangeRates.self, RunHandlers.rates)
    host.answer(RecordedDaysOf.self, RunHandlers.recorded)
    host.answer(FreezesOnHabits.self) { state, query, _ in FreezeHandlers.used(state, query) }
    host.decide(UseFreeze.self, FreezeHandlers.decide, reply: FreezeHandlers.reply)
  }
}
