import Core
import GamificationContract
import Presentation
import StreaksContract

/// The sentences about Gamification's events that programs receive.
extension Phrase {
  /// A run of {title} has just reached {length} ("30 days").
  static let eventMilestone = Phrase("event.milestone", "{title}: {length} in a row.")
  /// A run of {title} has earned the badge for {length}.
  static let eventBadge = Phrase("event.badge", "{title}: a badge for {length} in a row.")
}

enum GamificationSentences {
  static let phrases: [Phrase] = [.eventMilestone, .eventBadge]

  static let all = [
    EventSentence(MilestoneReached.self) { reached, title, context in
      context.say(.eventMilestone, ["title": title, "length": reached.unit.words(reached.level)])
    },
    EventSentence(BadgeEarned.self) { earned, title, context in
      let badge = earned.badge
      return context.say(.eventBadge, ["title": title, "length": badge.unit.words(badge.level)])
    },
  ]
}
