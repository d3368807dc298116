import ArgumentParser
import Commands
import Core
import GamificationContract
import Presentation
import ProfileContract
import Terminal
import TrackingContract

/// The habit and the day that a command marks.
struct MarkTarget: ParsableArguments {
  @Argument(help: "The habit: its title, the beginning of it, or its id.", completion: .habits)
  var habit: String

  @Option(
    parsing: .unconditional,
    help: MarkableDays.help,
    completion: .list(["today", "yesterday"]),
    transform: DayArgument.read
  )
  var day: DayArgument?

  /// Marks the day and shows its new state.
  func set(
    _ mark: Mark,
    value: MeasuredValue? = nil,
    note: String? = nil,
    in context: CommandContext
  ) async throws {
    let (text, today) = (habit, context.today)
    let day = day?.day(today: today) ?? today
    // Finding, marking and loading happen in one step, so that no other change comes between.
    let tellsFreezes = mark == .done && context.product.policies.tellsFreezes
    let mayDraw = mark == .done && context.canMove
    let (report, wantsRest) = try await context.run { space in
      let found = try space.ask(FindHabit(text: text))
      let filled =
        value == nil && mark == .done ? try MeasuredValue.filled(found, on: day, in: space) : nil
      let command = SetCheck(
        habit: found.id,
        day: day,
        mark: mark,
        value: value?.setting ?? filled,
        adds: value?.adding,
        note: note
      )
      let before = tellsFreezes ? try FreezeNews.earned(by: found.id, in: space) : 0
      let state = try space.send(command)
      var report = try DayReport.load(state.habit, state.day, today: today, in: space)
      if tellsFreezes, let streak = report.streak {
        report.freezes = try FreezeNews.load(of: streak, before: before, in: space)
      }
      let profile = mayDraw ? try space.askIfAvailable(CurrentProfile()) : nil
      return (report, profile?.reducedMotion == true)
    }
    let earned = context.signals.all(of: BadgeEarned.self)
    let milestones = earned.map { MilestoneDocument($0.badge) }
    try context.show(DayDocument(report, zone: context.calendar.zone, milestones: milestones)) {
      DayViews.confirmation(report, of: mark, context)
    }
    // A short line below a done day, unless the person prefers reduced motion.
    if mayDraw, !wantsRest, report.status == .done { await DrawnLine().draw(on: context.screen) }
  }

  /// Takes the last change of the day back and shows the result.
  func undo(in context: CommandContext) async throws {
    let (text, today) = (habit, context.today)
    let day = day?.day(today: today)
    let report = try await context.run { space in
      let found = try space.ask(FindHabit(text: text))
      let state = try space.send(UndoCheck(habit: found.id, day: day))
      return try DayReport.load(state.habit, state.day, today: today, in: space)
    }
    try context.show(DayDocument(report, zone: context.calendar.zone, milestones: [])) {
      DayViews.confirmation(report, of: report.entry.mark, context)
    }
  }
}

/// A measured value as typed: `12` sets it, `+5` adds to what the day has.
struct MeasuredValue: Sendable {
  private let amount: Amount
  private let isAdded: Bool

  init(_ text: String) throws {
    isAdded = text.hasPrefix("+")
    amount = try CommandInput.amount(isAdded ? String(text.dropFirst()) : text)
  }

  var setting: Amount? { isAdded ? nil : amount }
  var adding: Amount? { isAdded ? amount : nil }

  /// Returns the value of a measured habit that is marked as done without one.
  ///
  /// It is filled in with the target, as a tap does, if the present value falls short of it.
  static func filled(_ habit: Habit, on day: Day, in space: any SpaceScope) throws -> Amount? {
    try space.ask(CheckOn(habit: habit.id, day: day)).filledValue
  }
}
