import Commands
import Core
import Pages
import Presentation
import ProfileContract
import StreaksContract
import Terminal
import TrackingContract

/// A Saturday evening in Berlin with five habits.
enum Samples {
  static let answered: [any Request.Type] = [
    AllStreaks.self, StreakOf.self, StreakDays.self, CurrentProfile.self,
  ]

  static let today = Day(number: 20_778)
  static let now = Instant(seconds: 20_778 * 86_400 + 18 * 3600 + 300)

  static func id(_ number: UInt128) -> HabitID { HabitID(rawValue: number << 100 | number) }

  static func habit(
    _ number: UInt128,
    _ title: String,
    group: String? = nil,
    schedule: Schedule = .daily,
    priority: Priority = .normal,
    target: Target? = nil
  ) -> Habit {
    var details = HabitDetails(title: title, group: group, schedule: schedule)
    details.priority = priority
    details.target = target
    return Habit(
      id: id(number),
      details: details,
      createdOn: today.advanced(by: -60),
      createdAt: now.advanced(bySeconds: -60 * 86_400)
    )
  }

  static let pages = Target(amount: Amount(20), unit: "pages")

  static let habits = [
    habit(1, "Read", group: "Mind", target: pages),
    habit(2, "Meditate", group: "Mind"),
    habit(3, "Run", group: "Body", priority: .high),
    habit(4, "Swim", group: "Body", schedule: .weekdays([.monday, .wednesday])),
    habit(5, "Water the plants"),
  ]

  /// Returns days by a pattern: `x` done, `s` skipped, `.` open, `n` open and not due.
  ///
  /// The last one is today.
  static func days(_ habit: Habit, _ pattern: String, note: String = "") -> HabitDays {
    let first = today.advanced(by: 1 - pattern.count)
    let days = pattern.enumerated().map { index, sign in
      let day = first.advanced(by: index)
      let status: DayStatus = sign == "x" ? .done : sign == "s" ? .skipped : .open
      var isDue = sign != "n"
      if case .weekdays(let names) = habit.details.schedule, !names.contains(day.weekday) {
        isDue = false
      }
      var isOfQuota = false
      if case .times = habit.details.schedule { isOfQuota = true }
      return DayState(
        day: day,
        status: status,
        isDue: isDue,
        isOfQuota: isOfQuota,
        entry: status == .open ? nil : entry(status, habit, note),
        target: habit.details.target
      )
    }
    return HabitDays(habit: habit, firstDay: habit.createdOn, days: days)
  }

  private static func entry(_ status: DayStatus, _ habit: Habit, _ note: String) -> Entry {
    Entry(
      mark: status == .done ? .done : .skipped,
      value: status == .done ? habit.details.target?.amount : nil,
      note: note,
      at: now.advanced(bySeconds: -3600)
    )
  }

  static func streak(
    _ habit: Habit,
    _ current: Int,
    best: Int,
    atRisk: Bool = false,
    protected: [Day] = [],
    difficulty: Difficulty = .medium
  ) -> HabitStreak {
    HabitStreak(
      habit: habit.id,
      title: habit.details.title,
      unit: .day,
      difficulty: difficulty,
      current: current,
      best: best,
      atRisk: atRisk,
      isProtectedNow: !protected.isEmpty,
      adjusted: Double(current * difficulty.multiplierTenths) / 10,
      score: 64,
      strength: 0.62,
      protectedDays: protected,
      currentFrom: current > 0 ? today.advanced(by: 1 - current) : nil
    )
  }

  /// The titles of the sample habits, all of which differ.
  static let noTwins = DistinctTitles(habits)

  static let streaks = StreaksReport(
    items: [
      streak(habits[0], 12, best: 30), streak(habits[1], 3, best: 9, atRisk: true),
      streak(habits[2], 5, best: 5, atRisk: true, protected: [today.advanced(by: -2)]),
      streak(habits[3], 0, best: 4), streak(habits[4], 1, best: 21),
    ],
    freezes: FreezeStock(earned: 2, used: 1),
    offers: [FreezeOffer(habit: id(4), day: today.advanced(by: -1))]
  )

  /// The week of the only habit with a day that a freeze protects.
  static let protectedRun = zip(-6...0, "xxxxpx.").map { (ago: Int, sign: Character) -> StreakDay in
    let status: DisplayStatus =
      switch sign {
      case "x": .done
      case "p": .protected
      default: .open
      }
    return StreakDay(
      day: today.advanced(by: ago),
      inCurrentStreak: true,
      isProtected: sign == "p",
      isDue: true,
      status: status
    )
  }

  static let week = [
    days(habits[0], "xxxxxxx", note: "A fine chapter"), days(habits[1], ".x.xxx."),
    days(habits[2], "xxxx.x."), days(habits[3], ".......", note: ""), days(habits[4], "..s...x"),
  ]

  static var onlyToday: [HabitDays] {
    week.map { HabitDays(habit: $0.habit, firstDay: $0.firstDay, days: $0.days.suffix(1)) }
  }

  static let profile = ProfileView(
    displayName: "Mia",
    mode: .offline,
    preferences: [:],
    calendar: LocalCalendar(zone: .utc)
  )

  static func context(
    _ screen: TerminalProfile = .file,
    policies: Policies = Policies(),
    modules: [any Module.Type] = [AllModules.self],
    theme: Theme = .standard,
    replies: [String: any Sendable] = [:]
  ) throws -> CommandContext {
    let product = Product(
      name: "sample",
      title: "Sample",
      summary: "",
      modules: modules,
      policies: policies,
      voice: Voice(),
      theme: theme
    )
    let known: [String: any Sendable] = [
      AllStreaks.name: streaks, CurrentProfile.name: profile, DaysOfHabits.name: onlyToday,
      StreakDays.name: protectedRun,
    ]
    return CommandContext(
      product: product,
      settings: [],
      now: now,
      calendar: LocalCalendar(zone: try Zone(identifier: "Europe/Berlin")),
      screen: Screen(screen),
      format: .text,
      space: Answers(known.merging(replies) { $1 })
    )
  }

  static func pageContext(
    policies: Policies = Policies(),
    modules: [any Module.Type] = [AllModules.self],
    replies: [String: any Sendable] = [:]
  ) throws -> PageContext {
    PageContext(try context(policies: policies, modules: modules, replies: replies))
  }

  static func draw(_ views: [any View], _ context: CommandContext) -> String {
    views.map { context.screen.draw($0) }.joined()
  }
}

extension Screen {
  func draw(_ view: any View) -> String { render(view.lines(on: self)) }
}
