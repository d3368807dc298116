import Core
import SobrietyContract

/// Takes the last change of a day's mark back.
enum MarkUndo {
  static func decide(
    _ state: SobrietyState,
    _ command: UndoMark,
    _ context: RequestContext
  ) throws -> Decision {
    let record = state.record(of: try state.standing(command.substance))
    let day = command.day ?? context.today
    let earlier = record.replaced(on: day.number).first?.value
    guard earlier != nil || record.mark(on: day.number).status != .unmarked else {
      throw DomainError(
        "nothing-to-undo",
        "\(day == context.today ? "Today" : day.description) was never marked, so there is nothing "
          + "to take back. Nothing was changed."
      )
    }
    let back = earlier ?? .none
    let order = MarkDay(
      substance: command.substance,
      day: day,
      status: back.status,
      drinks: back.status == .notSober ? back.drinks : nil,
      restores: earlier?.at
    )
    return try MarkHandlers.decide(state, order, context)
  }

  static func reply(
    _ state: SobrietyState,
    _ command: UndoMark,
    _ context: RequestContext
  ) throws -> MarkedDay {
    let order = MarkDay(substance: command.substance, day: command.day, status: .unmarked)
    return try MarkHandlers.reply(state, order, context)
  }
}
