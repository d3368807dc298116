import Core
import SobrietyContract

/// Undoes the last change of a day's mark.
enum MarkUndo {
  static func decide(
    _ state: SobrietyState,
    _ command: UndoMark,
    _ context: RequestContext
  ) throws -> Decision {
    let record = state.record(of: try state.standing(command.substance))
    let day = command.day ?? context.today
    let earlier = record.replaced(on: day.number).first?.value
    let mark = record.mark(on: day.number)
    // Once the day's own mark is taken back, what a reported run says about the day applies again.
    let isFilled = record.isFilled(day.number)
    let isMarked = mark.status != .unmarked && !record.isTold(day.number, mark)
    guard earlier != nil || isMarked || isFilled && mark.status != .sober else {
      throw DomainError(
        "nothing-to-undo",
        "\(day == context.today ? "Today" : day.description) was never marked, so there is nothing "
          + "to take back. Nothing was changed."
      )
    }
    var back = earlier ?? .none
    if isFilled, back.status == .unmarked { back.status = .sober }
    let order = MarkDay(
      substance: command.substance,
      day: day,
      status: back.status,
      drinks: back.status == .notSober ? back.drinks : nil,
      restores: back.status == earlier?.status ? earlier?.at : nil
    )
    return try MarkHandlers.decide(state, order, context)
  }

  static func reply(
    _ state: SobrietyState,
    _ command: UndoMark,
    _ context: RequestContext
  ) throws -> MarkedDay {
    let order = MarkDay(substance: command.substance, day: command.day, status: .unmarked)
    return try MarkHandlers.marked(state, order, isUndo: true, context)
  }
}
