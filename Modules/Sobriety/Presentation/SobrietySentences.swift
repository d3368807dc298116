import Core
import Presentation
import TrackingContract

/// The sentences about sober days that programs receive.
///
/// None names its subject: programs show such sentences where anybody may read them.
extension Phrase {
  /// {day} ("today") was marked as sober, as not sober, or its mark was cleared.
  static let eventSoberDay = Phrase("event.sober-day", "Your calendar: a mark {day}.")
  /// A substance was added or renamed.
  static let eventSubstance = Phrase("event.substance", "Your calendars have changed.")
}

enum SobrietySentences {
  static let phrases: [Phrase] = [.eventSoberDay, .eventSubstance]

  static let all = [
    EventSentence(CheckChanged.self) { change, _, context in
      context.say(.eventSoberDay, ["day": change.day.relativeWords(today: context.today)])
    },
    EventSentence(HabitChanged.self) { _, _, context in context.say(.eventSubstance) },
    EventSentence(HabitRemoved.self) { _, _, context in context.say(.eventSubstance) },
  ]
}
