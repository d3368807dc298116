import Core
import Pages
import Presentation
import StreaksContract
import TrackingContract

/// The actions that mark a day, from any page that shows the day.
enum CheckActions {
  static let all: [FormAction] = [
    FormAction("tracking.check", run: check), FormAction("tracking.measure", run: measure),
    FormAction("tracking.note", run: note), FormAction("tracking.restore", run: restore),
  ]

  /// Sets `mark`, and `value` and `note` if they are given.
  private static func check(
    _ fields: FormFields,
    _ context: PageContext
  ) async throws -> ActionResult {
    let before = try await state(fields, context)
    guard let mark = Mark(rawValue: try fields.required("mark")) else { throw unreadable("mark") }
    var value = try amount(fields)
    if fields["value"] != nil {
      if value == nil { try await dropValue(before, mark, context) }
    } else if mark == .done {
      value = before.filledValue
    }
    return try await set(before, mark, value, fields["note"], context)
  }

  /// Removes the value of a day, which setting the same mark again would keep.
  private static func dropValue(
    _ state: CheckState,
    _ mark: Mark,
    _ context: PageContext
  ) async throws {
    guard state.entry.value != nil, state.entry.mark == mark, mark != .open else { return }
    try await context.send(SetCheck(habit: state.habit.id, day: state.day, mark: .open))
  }

  /// Sets `value`, or adds `by` to the current value.
  private static func measure(
    _ fields: FormFields,
    _ context: PageContext
  ) async throws -> ActionResult {
    let before = try await state(fields, context)
    if let text = fields["by"] {
      guard var step = Amount(text) else { throw unreadable("by") }
      // An amount cannot be negative; the last step down ends at zero.
      let value = before.entry.value ?? Amount(thousandths: 0)
      step = max(step, Amount(thousandths: -value.thousandths))
      guard step.thousandths != 0 else { return .back }
      return try await set(before, .done, nil, adds: step, nil, context)
    }
    guard let value = try amount(fields) else {
      // An empty field removes the value.
      guard before.entry.value != nil else { return .back }
      return try await set(before, .open, nil, nil, context)
    }
    return try await set(before, .done, value, nil, context)
  }

  /// Sets `note`, and `mark` if it is given.
  private static func note(
    _ fields: FormFields,
    _ context: PageContext
  ) async throws -> ActionResult {
    let before = try await state(fields, context)
    let note = fields["note"] ?? ""
    if let text = fields["mark"] {
      guard let mark = Mark(rawValue: text) else { throw unreadable("mark") }
      return try await set(before, mark, nil, note, context)
    }
    let mark = before.entry.mark
    try await context.send(
      SetCheck(habit: before.habit.id, day: before.day, mark: mark, note: note)
    )
    let title = try await context.label(of: before.habit)
    return .done(context.say(.noteKept, ["title": title]), undo: undo(before))
  }

  /// Restores the previous entry of a day.
  private static func restore(
    _ fields: FormFields,
    _ context: PageContext
  ) async throws -> ActionResult {
    let now = try await state(fields, context)
    guard let mark = Mark(rawValue: try fields.required("mark")) else { throw unreadable("mark") }
    let value = try amount(fields)
    if value == nil { try await dropValue(now, mark, context) }
    try await context.send(
      SetCheck(
        habit: now.habit.id,
        day: now.day,
        mark: mark,
        value: value,
        note: fields["note"],
        restores: fields.text("at").flatMap(Instant.init(rfc3339:))
      )
    )
    return .done(context.say(.dayRestored, ["title": try await context.label(of: now.habit)]))
  }

  // MARK: Marking

  private static func set(
    _ before: CheckState,
    _ mark: Mark,
    _ value: Amount?,
    adds: Amount? = nil,
    _ note: String?,
    _ context: PageContext
  ) async throws -> ActionResult {
    let command = SetCheck(
      habit: before.habit.id,
      day: before.day,
      mark: mark,
      value: value,
      adds: adds,
      note: note
    )
    let tellsFreezes = mark == .done && context.product.policies.tellsFreezes
    let (after, freezes) = try await context.run { space in
      let id = command.habit
      let earned = tellsFreezes ? try FreezeNews.earned(by: id, in: space) : 0
      let after = try space.send(command)
      guard tellsFreezes, let streak = try space.askIfAvailable(StreakOf(habit: id)) else {
        return (after, FreezeNews())
      }
      return (after, try FreezeNews.load(of: streak, before: earned, in: space))
    }
    let title = try await context.label(of: after.habit)
    guard after.entry.mark == mark else {
      // It was sent before the newer entry, by somebody who had not seen that.
      return .done(context.say(.newerEntryStands, ["title": title]))
    }
    var words = DayViews.sentence(DayReport(after), mark, title: title, context)
    if after.status == .done, before.status != .done, freezes.offer == nil {
      words += try await restarted(after.habit.id, context)
    }
    if freezes.earned > 0 {
      words += " " + context.say(.freezeGained, ["available": "\(freezes.available)"])
    }
    return .done(words, undo: undo(before))
  }

  /// Returns an encouraging sentence if a run has started again.
  private static func restarted(_ habit: HabitID, _ context: PageContext) async throws -> String {
    guard context.showsStreaks,
      let streak = try await context.askIfAvailable(StreakOf(habit: habit)),
      streak.current == 1, streak.best > 1
    else { return "" }
    return " " + context.say(.streakRestarted, ["best": streak.unit.words(streak.best)])
  }

  private static func undo(_ state: CheckState) -> Undo {
    var fields = [
      "habit": state.habit.id.description, "day": state.day.description,
      "mark": state.entry.mark.rawValue, "note": state.entry.note,
    ]
    fields["value"] = state.entry.value?.description
    fields["at"] = state.entry.at?.rfc3339(in: .utc)
    return Undo("tracking.restore", fields)
  }

  // MARK: Fields

  private static func state(_ fields: FormFields, _ context: PageContext) async throws -> CheckState
  {
    // A form that was queued offline names its day, so that it applies to that day.
    let day = try fields.day("day") ?? context.today
    return try await context.ask(CheckOn(habit: try fields.id("habit"), day: day))
  }

  private static func amount(_ fields: FormFields) throws -> Amount? {
    guard let text = fields.text("value") else { return nil }
    guard let amount = Amount(typed: text) else { throw HabitFields.notAnAmount(text, in: "value") }
    return amount
  }

  private static func unreadable(_ name: String) -> DomainError {
    DomainError(
      "bad-field",
      "The field “\(name)” could not be read. Nothing was changed: reload the page and try again.",
      isFinal: true
    )
  }
}

extension PageContext {
  /// Returns the name of a habit within a sentence.
  func label(of habit: Habit) async throws -> String {
    try await DistinctTitles.label(habit.details.title, habit.id, asking: askIfAvailable)
  }
}

extension DayReport {
  /// Creates the report for the sentence about a day's new state.
  fileprivate init(_ state: CheckState) {
    self.init(
      habit: state.habit,
      day: state.day,
      status: state.status == .done ? .done : state.status == .skipped ? .skipped : .open,
      entry: state.entry,
      target: state.target,
      inCurrentStreak: false,
      streak: nil
    )
  }
}
