import Core
import Presentation
import StreaksContract

/// The sentences about Streaks' events that programs receive.
extension Phrase {
  /// The run of {title} around a day is now {count} ("3 days").
  static let eventStreak = Phrase("event.streak", "{title}: {count} in a row.")
  /// The run of {title} around a day is gone.
  static let eventNoStreak = Phrase("event.no-streak", "{title}: that day is in no streak now.")
  /// A freeze of {title} was given back.
  static let eventFreeze = Phrase("event.freeze-returned", "{title}: a freeze was given back.")
}

enum StreaksSentences {
  static let phrases: [Phrase] = [.eventStreak, .eventNoStreak, .eventFreeze]

  static let all = [
    EventSentence(StreakChanged.self) { change, title, context in
      let values = ["title": title, "count": change.unit.words(change.to)]
      return context.say(change.to > 0 ? .eventStreak : .eventNoStreak, values)
    },
    EventSentence(FreezeReturned.self) { _, title, context in
      context.say(.eventFreeze, ["title": title])
    },
  ]
}
