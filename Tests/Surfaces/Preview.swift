import CommandKit
import Core
import StreaksContract
import Testing
import TrackingContract

@testable import StreaksSurface
@testable import TrackingSurface

@Test func preview() async throws {
  for profile in [TerminalProfile.file, TerminalProfile(width: 40, unicode: false), .screenReader, TerminalProfile(width: 200)] {
    let s = try Samples.session(profile, [DaysOfHabits.name: Samples.onlyToday])
    print("=== \(profile.width) \(profile.plain)")
    print(Samples.draw(TodayViews.of(try await TodayReport.load(s), s), s))
    let w = try Samples.session(profile, [DaysOfHabits.name: Samples.week])
    print("--- week"); print(Samples.draw(WeekViews.of(try await WeekReport.load(w), w), w))
    let counts = (0..<90).map { ($0 * 7 % 11) % 6 }
    let d = HistoryDocument(counts, from: Samples.today.advanced(by: -89), habits: 5, calendar: s.calendar)
    print("--- history"); print(Samples.draw(HistoryViews.of(d, s), s))
    print("--- streaks"); print(Samples.draw(StreaksViews.of(Samples.streaks, s), s))
    print("--- streak"); print(Samples.draw(StreaksViews.one(Samples.streaks.items[1], Samples.streaks, s), s))
    print("--- freeze"); print(Samples.draw(FreezeViews.of(Samples.streaks, s), s))
    let stats = Samples.habits.enumerated().map { i, h in HabitStats(habit: h.id, title: h.details.title, totalDays: 40, rates: CompletionRates(week: 0.71, month: Double(i) / 4, all: nil), trend30: (0..<30).map { Double($0 * (i+1) % 30) / 30 }, bestWeekday: .monday, averageStreak: 3.25, runs: 4, best: 12, unit: .day) }
    print("--- stats"); print(Samples.draw(StatsViews.of(StatsReport(items: stats, consistency: 0.6), s), s))
    print("--- stats one"); print(Samples.draw(StatsViews.one(stats[1], s), s))
    print("--- list"); print(Samples.draw(ListViews.of(Samples.habits, s), s))
    let c = CalendarReport(habit: Samples.habits[0], days: Samples.days(Samples.habits[0], String(repeating: "xx.xsx.xx.", count: 8) + "xxxxxxxxxx").days.map { .init(state: $0, status: Samples.week[0].shown($0, today: Samples.today), inCurrentStreak: $0.day > Samples.today.advanced(by: -10)) })
    print("--- calendar"); print(Samples.draw(CalendarViews.of(c, s), s))
  }
}
