import ArgumentParser
import CommandKit
import Core
import TrackingContract

struct VacationCommand: TrellisCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "vacation",
      abstract: Help.say(.helpVacation),
      usage: """
        trellis vacation [list]
        trellis vacation plan FROM TO [HABIT...]
        trellis vacation cancel ID
        """,
      discussion: """
        The days of a vacation are skipped for all habits, or for those you name.

        Examples:
          trellis vacation plan 2026-12-24 2027-01-02
          trellis vacation plan today 2026-11-30 Run Swim
          trellis vacation cancel 3fa9c1
        """
    )
  }

  enum Action: String, ExpressibleByArgument, CaseIterable {
    case list, plan, cancel
  }

  @Argument(help: "list, plan or cancel.")
  var action = Action.list

  @Argument(help: "FROM TO [HABIT...] of a plan, or the id of what to cancel.")
  var values: [String] = []

  @OptionGroup var global: GlobalOptions

  func run(in session: Session) async throws {
    switch action {
    case .list: try await list(session)
    case .plan: try await plan(session)
    case .cancel: try await cancel(session)
    }
  }

  private func list(_ session: Session) async throws {
    let vacations = try await session.ask(AllVacations())
    let habits = try await session.ask(AllHabits(includesArchived: true))
    let titles = Dictionary(habits.map { ($0.id, $0.details.title) }) { $1 }
    let document = VacationsDocument(items: vacations.map(VacationDocument.init))
    try session.show(document) { ListViews.of(vacations, titles: titles, session) }
  }

  private func plan(_ session: Session) async throws {
    guard values.count >= 2 else {
      throw ValidationError("Give the first and the last day: trellis vacation plan FROM TO.")
    }
    let from = try Typed.day(values[0], session.today)
    let to = try Typed.day(values[1], session.today)
    var habits: Set<HabitID> = []
    for text in values.dropFirst(2) {
      habits.insert(try await session.ask(FindHabit(text: text)).id)
    }
    let command = PlanVacation(from: from, to: to, habits: habits.isEmpty ? nil : habits)
    let vacation = try await session.send(command)
    try session.show(VacationDocument(vacation)) {
      let days = [from, to].map { $0.shortWords(today: session.today) }
      let range = days.joined(separator: " to ")
      return [Confirmation(session.say(.vacationPlanned, ["range": range]))]
    }
  }

  private func cancel(_ session: Session) async throws {
    guard values.count == 1, let text = values.first else {
      throw ValidationError("Give the id of one vacation; “trellis vacation” lists them.")
    }
    let id = try await find(text, session)
    let cancelled = try await session.send(CancelVacation(id: id))
    try session.show(CancelledVacationDocument(id: cancelled.id, cancelled: true)) {
      [Confirmation(session.say(.vacationCancelled))]
    }
  }

  /// By the last digits of an id, as they are listed.
  private func find(_ text: String, _ session: Session) async throws -> EntityID {
    if let id = EntityID(text) { return id }
    let digits = text.lowercased().filter { $0 != "#" }
    let found = try await session.ask(AllVacations()).filter {
      digits.count >= 4 && $0.id.description.hasSuffix(digits)
    }
    guard let first = found.first, found.count == 1 else {
      throw Refusal(
        "unknown-vacation",
        "There is no vacation “\(text)”. Nothing was changed: “trellis vacation” lists them."
      )
    }
    return first.id
  }
}
