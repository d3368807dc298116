import Core
import StreaksContract
import TrackingContract

/// Handles the command that uses a freeze.
enum FreezeHandlers {
  static func used(_ state: StreaksState, _ query: FreezesOnHabits) -> [BuiltOnHabit] {
    query.habits.compactMap { state.record(of: $0) }.flatMap { record in
      record.uses.filter { record.isProtected(Int($0.day)) }.map {
        BuiltOnHabit(habit: record.id, words: "a freeze protects \(Day(number: Int($0.day)))")
      }
    }
  }

  static func decide(
    _ state: StreaksState,
    _ command: UseFreeze,
    _ context: RequestContext
  ) throws
    -> Decision
  {
    guard context.policies.allowsFreezes else { throw noFreezes }
    let status = try state.status(of: command.habit, context)
    let yesterday = context.today.advanced(by: -1)
    if status.record.isProtected(yesterday.number) { return .unchanged }
    guard Freezes.canProtectYesterday(in: status.course) else {
      throw nothingToProtect(status)
    }
    let stock = FreezeStock(state.statuses(context))
    guard stock.available > 0 else { throw noFreeze }
    return [
      FreezeUsed(habit: command.habit, day: yesterday, at: context.now, earned: stock.earned)
    ]
  }

  static func reply(
    _ state: StreaksState,
    _ command: UseFreeze,
    _ context: RequestContext
  )
    -> FreezeUse
  {
    FreezeUse(
      habit: command.habit,
      day: context.today.advanced(by: -1),
      available: FreezeStock(state.statuses(context)).available
    )
  }

  private static func nothingToProtect(_ status: StreakStatus) -> DomainError {
    let reason =
      switch status.unit {
      case .week: "It counts weeks, and a freeze protects a single day."
      case .month: "It counts months, and a freeze protects a single day."
      case .day, .occurrence: "Yesterday did not break a streak of it."
      }
    return DomainError(
      "nothing-to-protect",
      "“\(status.traits.title)” needs no freeze. \(reason) No freeze was used."
    )
  }

  private static let noFreezes = DomainError(
    "no-freezes-here",
    "There are no freezes here: every day counts as it was. Nothing was changed."
  )

  private static let noFreeze = DomainError(
    "no-freeze",
    "There is no freeze in stock. Every 30 done days in a row earn one; what you have done so far "
      + "still counts."
  )
}
