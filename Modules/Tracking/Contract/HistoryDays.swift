import Core

/// The days that a history can contain, and those of them that a person may change now.
package enum HistoryDays {
  /// The numbers of the days from 1900-01-01 to 2199-12-31.
  ///
  /// Facts about other days are ignored, so that no file and no other device can create a column of
  /// a billion days.
  package static let range = -25_567...84_005

  /// Checks that a person may change a day.
  ///
  /// - Parameter done: what would be done with the day, for the sentence: `marked`.
  /// - Throws: a ``Core/DomainError`` for a day to come, and for one further back than histories
  ///   reach or the product allows (`Policies.backfillDays`).
  package static func validate(_ day: Day, _ context: RequestContext, _ done: String) throws {
    try validateReach(day, context, done)
    try validatePolicy(day, context, done)
  }

  /// Checks that a day has begun and that a history can contain it, whatever the product allows.
  ///
  /// - Parameter done: as for ``validate(_:_:_:)``, as are the errors.
  package static func validateReach(
    _ day: Day,
    _ context: RequestContext,
    _ done: String
  ) throws {
    let today = context.today
    guard day <= today else {
      throw DomainError(
        "day-in-future",
        "\(day) has not come yet, so it cannot be \(done). Today is \(today). "
          + "Nothing was changed."
      )
    }
    guard range.contains(day.number) else {
      throw DomainError(
        "day-too-old",
        "Only days from 1900 to 2199 can be \(done), and \(day) is none of them. "
          + "Nothing was changed.",
        isFinal: true
      )
    }
  }

  /// Checks that the product lets a person change a past day.
  ///
  /// - Parameter done: as for ``validate(_:_:_:)``, as are the errors.
  package static func validatePolicy(
    _ day: Day,
    _ context: RequestContext,
    _ done: String
  ) throws {
    let today = context.today
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
