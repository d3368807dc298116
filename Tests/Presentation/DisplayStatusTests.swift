import Core
import StreaksContract
import Testing
import TrackingContract

@Suite struct ShownStatusTests {
  private let today = Samples.today

  private func shown(
    _ status: DayStatus,
    ago: Int,
    isOfQuota: Bool = false,
    isDue: Bool = true,
    firstAgo: Int = 10,
    entry: Entry? = nil,
    as counted: DisplayStatus? = nil
  ) -> DisplayStatus {
    let habit = Samples.habit(1, "Read")
    let day = today.advanced(by: -ago)
    let state = DayState(
      day: day,
      status: status,
      isDue: isDue,
      isOfQuota: isOfQuota,
      entry: entry
    )
    let days = HabitDays(habit: habit, firstDay: today.advanced(by: -firstAgo), days: [state])
    let streakDay = counted.map { status in
      StreakDay(
        day: day,
        inCurrentStreak: false,
        isProtected: status == .protected,
        isDue: isDue,
        status: status
      )
    }
    return days.shown(state, as: streakDay, today: today)
  }

  @Test func `what was said of a day counts first`() {
    #expect(shown(.done, ago: 0) == .done)
    #expect(shown(.done, ago: 20, isDue: false) == .done)
    #expect(shown(.skipped, ago: 1) == .skipped)
  }

  @Test func `today is open, a day before it was missed`() {
    #expect(shown(.open, ago: 0) == .open)
    #expect(shown(.open, ago: 1) == .missed)
  }

  @Test func `a freeze shows on the day that it protects`() {
    #expect(shown(.open, ago: 1, as: .protected) == .protected)
    #expect(shown(.skipped, ago: 1, as: .protected) == .protected)
  }

  @Test func `where streaks are counted they know what a freeze has moved`() {
    #expect(shown(.open, ago: 1, isDue: false, as: .missed) == .missed)
    #expect(shown(.open, ago: 1, as: .notDue) == .notDue)
    let said = Entry(mark: .missed)
    #expect(shown(.open, ago: 1, isOfQuota: true, entry: said, as: .notDue) == .missed)
  }

  @Test func `nothing is missed before the first day, after today or off schedule`() {
    #expect(shown(.open, ago: 11) == .notDue)
    #expect(shown(.open, ago: 10) == .missed)
    #expect(shown(.open, ago: -1) == .notDue)
    #expect(shown(.open, ago: 1, isDue: false) == .notDue)
  }

  @Test func `no single day of a quota is missed unless it was said so`() {
    #expect(shown(.open, ago: 1, isOfQuota: true) == .notDue)
    #expect(shown(.open, ago: 0, isOfQuota: true) == .open)
    #expect(shown(.open, ago: 1, isOfQuota: true, entry: Entry(mark: .missed)) == .missed)
  }

  @Test func `levels are quarters of the habits there are`() {
    #expect((0...5).map { ContributionLevel.of($0, habits: 4) } == [0, 1, 2, 3, 4, 4])
    #expect((0...8).map { ContributionLevel.of($0, habits: 8) } == [0, 1, 1, 2, 2, 3, 3, 4, 4])
    #expect(ContributionLevel.of(1, habits: 1) == 4)
    #expect(ContributionLevel.of(1, habits: 0) == 4)
    #expect(ContributionLevel.of(1, habits: 50) == 1)
  }
}
