import Core
import TrackingContract

/// A habit as both of Loop's formats describe it.
struct LoopHabit {
  var name = ""
  var isNumeric = false
  var question = ""
  var notes = ""
  var times: Int64 = 1
  var days: Int64 = 1
  var color = HabitColor.green
  var unit = ""
  var isAtMost = false
  var targetValue = 0.0
  var isArchived = false
  var reminders: [ReminderTime] = []

  /// The daily target; nil for a yes-or-no habit.
  var target: Target? {
    guard isNumeric, let amount = Amount(foreign: targetValue) else { return nil }
    return Target(amount: amount, unit: unit, direction: isAtMost ? .atMost : .atLeast)
  }

  func details(_ draft: inout HistoryDraft) -> HabitDetails {
    HabitDetails(
      title: name,
      notes: notes,
      question: question,
      color: color,
      schedule: schedule(&draft),
      target: target,
      archived: isArchived,
      reminders: reminders
    )
  }

  /// Returns the schedule; Loop counts frequencies over preceding days, never over calendar weeks.
  private func schedule(_ draft: inout HistoryDraft) -> Schedule {
    if isNumeric, days > 1, let target {
      draft.remark(
        "\(quoted(name)): Loop adds up \(days) days for its target of \(target.amount) "
          + "\(unit.isEmpty ? "" : "\(unit) ")in the score; here the target is that of a day."
      )
    }
    guard let schedule = Schedule(times, inAny: days) else {
      draft.remark("\(quoted(name)): \(times) times in \(days) days is not possible; daily taken.")
      return .daily
    }
    return schedule
  }

  /// Returns the entry for one of Loop's stored numbers; nil if the number means unknown.
  ///
  /// For yes-or-no habits: -1 unknown, 0 no, 1 counted by the frequency though not done, 2 yes, 3
  /// skipped. For measured habits the number is in thousandths, except that -1 is still unknown and
  /// 3 is skipped.
  func entry(_ raw: Int64, note: String, on day: Day, _ draft: inout HistoryDraft) -> Entry? {
    let entry = isNumeric ? measured(raw) : marked(raw)
    guard var entry else {
      draft.remark("\(quoted(name)), \(day): Loop's value \(raw) is not known and was left out.")
      return note.isEmpty ? nil : Entry(mark: .open, note: note)
    }
    entry.note = note
    return entry.isEmpty ? nil : entry
  }

  private func marked(_ raw: Int64) -> Entry? {
    switch raw {
    case -1: .empty
    case 0: Entry(mark: .missed)
    case 1: Entry(mark: .automatic)
    case 2: Entry(mark: .done)
    case 3: Entry(mark: .skipped)
    default: nil
    }
  }

  private func measured(_ raw: Int64) -> Entry? {
    switch raw {
    case -1: return .empty
    case 3: return Entry(mark: .skipped)
    case 0...1_000_000_000_000:
      let value = Amount(thousandths: raw)
      let isReached = target?.isReached(by: value) ?? (raw > 0)
      return Entry(mark: isReached ? .done : .open, value: value)
    default: return nil
    }
  }
}
