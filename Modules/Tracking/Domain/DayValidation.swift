import Core
import TrackingContract

extension CheckHandlers {
  /// Throws for future days, and for days further back than the product allows marking.
  static func validateDay(_ day: Day, _ context: RequestContext, _ done: String) throws {
    let today = context.today
    guard day <= today else {
      throw DomainError(
        "day-in-future",
        "\(day) has not come yet, so it cannot be \(done). Today is \(today). "
          + "Nothing was changed."
      )
    }
    guard EntryColumn.days.contains(day.number) else {
      throw DomainError(
        "day-too-old",
        "Only days from 1900 to 2199 can be \(done), and \(day) is none of them. "
          + "Nothing was changed.",
        isFinal: true
      )
    }
    guard let days = context.policies.backfillDays, day.distance(to: today) > days else { return }
    let isLate = context.isLate
    let allowed = isLate ? lateWords(days, today) : "\(words(days, today)) be"
    let (place, tense) = isLate ? ("", "was") : (" here", "is")
    throw DomainError(
      "day-too-old",
      "\(allowed) \(done)\(place), and \(day) \(tense) past. Nothing was changed.",
      isFinal: true
    )
  }

  /// Says which days may be marked.
  private static func words(_ days: Int, _ today: Day) -> String {
    switch days {
    case 0: "Only today (\(today)) can"
    case 1: "Only today and yesterday can"
    default: "Only the last \(days) days and today can"
    }
  }

  /// Says which days could be marked when a mark was made that arrives on a later day.
  private static func lateWords(_ days: Int, _ today: Day) -> String {
    let allowed =
      switch days {
      case 0: "only that day"
      case 1: "only that day and the one before"
      default: "only that day and the \(days) days before it"
      }
    return "This was given on \(today), when \(allowed) could be"
  }
}
