import ArgumentParser
import Commands
import Core
import Presentation
import Terminal
import TrackingContract

struct VacationCommand: TrellisCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "vacation",
      abstract: Help.say(.helpVacation),
      usage: """
        trellis vacation [list]
        trellis vacation plan FROM TO [HABIT...]
        trellis vacation cancel ID [--yes]
        """,
      discussion: """
        The days of a vacation are skipped for all habits, or for those you name. Cancelling one \
        that has begun and cannot be planned anew asks first.

        Examples:
          trellis vacation plan 2026-12-24 2027-01-02
          trellis vacation plan today tomorrow Run Swim
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

  @Flag(name: [.long, .short], help: "Do not ask.")
  var yes = false

  @OptionGroup var global: GlobalOptions

  func run(in context: CommandContext) async throws {
    switch action {
    case .list: try await list(context)
    case .plan: try await plan(context)
    case .cancel: try await cancel(context)
    }
  }

  private func list(_ context: CommandContext) async throws {
    let vacations = try await context.ask(AllVacations())
    let habits = try await context.ask(AllHabits(includesArchived: true))
    let titles = DistinctTitles.all(habits)
    let document = VacationsDocument(items: vacations.map(VacationDocument.init))
    try context.show(document) { ListViews.of(vacations, titles: titles, context) }
  }

  private func plan(_ context: CommandContext) async throws {
    guard values.count >= 2 else {
      throw ValidationError("Give the first and the last day: trellis vacation plan FROM TO.")
    }
    let from = try CommandInput.plannedDay(values[0], context.today)
    let to = try CommandInput.plannedDay(values[1], context.today)
    var habits: Set<HabitID> = []
    for text in values.dropFirst(2) {
      habits.insert(try await context.ask(FindHabit(text: text)).id)
    }
    let command = PlanVacation(from: from, to: to, habits: habits.isEmpty ? nil : habits)
    let vacation = try await context.send(command)
    try context.show(VacationDocument(vacation)) {
      let days = [from, to].map { $0.shortWords(today: context.today) }
      let range = days.joined(separator: " to ")
      return [Confirmation(context.say(.vacationPlanned, ["range": range]))]
    }
  }

  private func cancel(_ context: CommandContext) async throws {
    guard values.count == 1, let text = values.first else {
      throw ValidationError("Give the id of one vacation; “trellis vacation” lists them.")
    }
    let vacation = try await find(text, context)
    guard try isConfirmed(vacation, context) else {
      return try context.show(CancelledVacationDocument(id: vacation.id, cancelled: false)) {
        [Paragraph("The vacation stays as it is.")]
      }
    }
    let cancelled = try await context.send(CancelVacation(id: vacation.id))
    try context.show(CancelledVacationDocument(id: cancelled.id, cancelled: true)) {
      [Confirmation(context.say(.vacationCancelled))]
    }
  }

  private func isConfirmed(_ vacation: Vacation, _ context: CommandContext) throws -> Bool {
    if yes || VacationWords.mayBegin(vacation.from, context) { return true }
    return try context.isConfirmed(
      VacationWords.consequence(of: vacation, context),
      "Cancel it?",
      otherwise: "To cancel it, add --yes: trellis vacation cancel \(values[0]) --yes"
    )
  }

  /// Finds a vacation by its id or some digits of it, as they are listed.
  private func find(_ text: String, _ context: CommandContext) async throws -> Vacation {
    let found = try await context.ask(AllVacations()).filter { $0.id.isMeant(by: text) }
    guard let first = found.first else {
      throw DomainError(
        "unknown-vacation",
        "There is no vacation “\(text)”. Nothing was changed: “trellis vacation” lists them."
      )
    }
    guard found.count == 1 else {
      throw DomainError(
        "ambiguous-vacation",
        "“\(text)” could be more than one vacation. Nothing was changed: give more of the id, which "
          + "“trellis vacation --json” shows whole."
      )
    }
    return first
  }
}
