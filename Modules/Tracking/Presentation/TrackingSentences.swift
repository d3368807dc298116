import Core
import Presentation
import TrackingContract

/// The sentences about Tracking's events that programs receive.
///
/// The sentence about a mark is the same as in the terminal.
extension Phrase {
  /// {title} has a {value} for {day} and is not done.
  static let eventValue = Phrase("event.day-value", "{title} — {value} for {day}.")
  /// {title} is new, or has changed.
  static let eventHabit = Phrase("event.habit-changed", "{title} was added or changed.")
}

enum TrackingSentences {
  static let phrases: [Phrase] = [.eventValue, .eventHabit]

  static let all = [
    EventSentence(CheckChanged.self) { change, title, context in
      let values = [
        "title": title, "day": change.day.nounWords(today: context.today),
        "value": change.value?.description ?? "",
      ]
      return context.say(phrase(of: change), values)
    },
    EventSentence(HabitChanged.self) { change, _, context in
      context.say(.eventHabit, ["title": change.habit.details.title])
    },
  ]

  private static func phrase(of change: CheckChanged) -> Phrase {
    switch change.to {
    case .done: .checkDone
    case .skipped: .checkSkipped
    case .open: change.value == nil ? .checkUndone : .eventValue
    }
  }
}
