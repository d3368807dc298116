import ArgumentParser
import CommandKit
import Core
import TrackingContract

/// Which habit and day a command marks.
struct MarkedDay: ParsableArguments {
  @Argument(help: "The habit: its title, the beginning of it, or its id.", completion: .habits)
  var habit: String

  @Option(
    parsing: .unconditional,
    help: "today, yesterday, YYYY-MM-DD or a number of days ago such as -2.",
    completion: .list(["today", "yesterday"])
  )
  var day: DayArgument?

  /// Marks the day and shows it as it now is.
  func set(
    _ mark: Mark,
    value: Amount? = nil,
    note: String? = nil,
    in session: Session
  ) async throws {
    let found = try await session.ask(FindHabit(text: habit))
    let day = day?.day(today: session.today) ?? session.today
    let gains = try await MilestoneGains.before(found.id, session)
    let command = SetCheck(habit: found.id, day: day, mark: mark, value: value, note: note)
    let state = try await session.send(command)
    let report = try await DayReport.load(state.habit, state.day, session)
    let milestones = try await gains.after(session)
    try session.show(DayDocument(report, zone: session.calendar.zone, milestones: milestones)) {
      DayViews.confirmation(report, of: mark, session)
    }
  }
}
