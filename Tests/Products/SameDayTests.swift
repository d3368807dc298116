import Core
import Presentation
import Products
import StreaksContract
import TestKit
import Testing
import TrackingContract

/// What two modules say of one day is the same, over generated spaces.
@Suite struct SameDayTests {
  @Test(arguments: UInt64(0)..<60)
  func `Tracking and Streaks show a day alike`(seed: UInt64) throws {
    var generator = HistoryGenerator(seed: 70_000 + seed)
    let product = Product.streaks
    let harness = Harness(modules: product.modules, policies: product.policies)
    try harness.given(merged: generator.facts(250).filter { !($0.fact is HabitDeleted) })
    for today in [generator.firstDay.advanced(by: 30), generator.firstDay.advanced(by: 75)] {
      harness.now = harness.calendar.start(of: today).advanced(bySeconds: 43_200)
      for habit in try harness.ask(AllHabits(includesArchived: true)) {
        try compare(habit, from: generator.firstDay.advanced(by: -3), today, harness, seed)
      }
    }
  }

  private func compare(
    _ habit: Habit,
    from: Day,
    _ today: Day,
    _ harness: Harness,
    _ seed: UInt64
  ) throws {
    let tracked = try #require(
      try harness.ask(DaysOfHabits(habit: habit.id, from: from, to: today)).first
    )
    let shown = try harness.ask(StreakDays(habit: habit.id, from: from, to: today))
    #expect(tracked.days.map(\.day) == shown.map(\.day))
    // A freeze moves the deadlines of every n days, which Tracking does not know; what people are
    // shown then is compared in SeenDayTests.
    var isMoved = false
    for (state, other) in zip(tracked.days, shown) {
      isMoved = other.isProtected || isMoved && state.status != .done
      let own = tracked.shown(state, today: today)
      let status = other.isProtected && own != .done ? .protected : own
      // Only Tracking knows which days of a quota the user marked as missed.
      if state.entry?.mark == .missed, status == .missed, other.status == .notDue { continue }
      if isMoved, state.day < today, !state.isOfQuota { continue }
      #expect(status == other.status, "\(habit.details.schedule), seed \(seed), \(state.day)")
    }
  }
}
