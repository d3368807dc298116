import Core
import TrackingContract

/// Undoes the last change of a day's mark.
enum CheckUndo {
  static func decide(
    _ state: TrackingState,
    _ command: UndoCheck,
    _ context: RequestContext
  ) throws -> Decision {
    let record = try state.record(of: command.habit)
    let day = command.day ?? context.today
    try CheckHandlers.validateNotArchived(record)
    try HistoryDays.validate(day, context, "marked")
    let before = record.entries.entry(on: day.number) ?? .empty
    let earlier = record.entries.replaced(on: day.number).first {
      !$0.value.marks(theSameAs: before)
    }
    guard let earlier else { return try clearing(before, record, day, context) }
    // Only what is taken back is subtracted, so that what others added meanwhile is kept.
    let adds =
      record.entries.hasAdditions(on: day.number) ? earlier.value.value - before.value : nil
    return CheckHandlers.restoration(
      of: earlier,
      before.note,
      isNoted: false,
      adds,
      record.id,
      day
    )
  }

  static func reply(
    _ state: TrackingState,
    _ command: UndoCheck,
    _ context: RequestContext
  ) throws -> CheckState {
    try state.check(command.habit, on: command.day ?? context.today, today: context.today)
  }

  /// Leaves a day without a mark if it had none before its only one.
  private static func clearing(
    _ before: Entry,
    _ record: HabitRecord,
    _ day: Day,
    _ context: RequestContext
  ) throws -> Decision {
    guard before.isMarked else {
      throw DomainError(
        "nothing-to-undo",
        "“\(record.title)” was not marked \(day == context.today ? "today" : "on \(day)"), so there "
          + "is nothing to take back. Nothing was changed."
      )
    }
    let entry = Entry(mark: .open, note: before.note, at: context.now)
    let evidence = Evidence(of: day, in: context)
    return [CheckSet(habit: record.id, day: day, entry: entry, only: .mark, evidence: evidence)]
  }
}
