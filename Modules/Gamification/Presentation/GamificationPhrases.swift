import Core
import Presentation
import StreaksContract

/// The texts of milestones, badges and scores, which a product may replace.
extension Phrase {
  /// A run of {title} has just reached {length} ("30 days").
  static let milestoneReached = Phrase(
    "milestone.reached",
    "{title}: {length} in a row. That earns a badge."
  )
  /// A run of a hard habit has just reached a milestone; follows the text above.
  static let milestoneHard = Phrase(
    "milestone.hard",
    "And with a hard habit, too. It weighs double."
  )
  /// {later} ("3") of {days} ("30 days") were not marked on that day; follows the texts above.
  static let milestoneLater = Phrase(
    "milestone.added-later",
    "Added or sent later: {later} of its {days}."
  )
  /// The same for a badge.
  static let badgesLater = Phrase("badges.added-later", "{later} of {days} added or sent later")
  /// The heading of the column with the same.
  static let badgesLaterColumn = Phrase("badges.added-later-column", "Added or sent later")
  /// There are no badges.
  static let badgesEmpty = Phrase(
    "badges.empty",
    "No badges yet. The first one comes with 7 in a row."
  )
  /// {left} ("3 days") are left until {title} reaches {level} ("30 days").
  static let badgesNext = Phrase("badges.next", "{left} more and {title} reaches {level}.")
  /// The meaning of the star beside a badge.
  static let badgesHard = Phrase("badges.hard", "Earned with a hard habit, which weighs double.")
  /// There are no habits to score.
  static let scoreEmpty = Phrase("score.empty", "No habits yet, so there is nothing to weigh.")
  /// The explanation of the numbers.
  static let scoreHow = Phrase(
    "score.how",
    "Weighted is the streak times its difficulty when it grew: easy 1, medium 1.5, hard 2. The "
      + "score is the mean of strength and 30-day rate; difficulty plays no part in it, so that a "
      + "hard and an easy habit kept equally well are equal."
  )
}

extension Phrase {
  /// The explanation of the numbers if all habits are easy, so that nothing is weighted.
  static let scoreHowEasy = Phrase(
    "score.how-easy",
    "The score is the mean of strength and 30-day rate."
  )
}

extension Phrase {
  /// The heading of the column of current streaks.
  static let scoreStreak = Phrase("score.column", "Streak")
  /// A done day in an explanation.
  static let scoreDone = Phrase("score.done", "done")
  /// Today, while it is unmarked.
  static let scoreOpen = Phrase("score.open", "open")
}

/// The help texts of the commands.
extension Phrase {
  static let helpBadges = Phrase("help.badges", "Show the milestones that were reached.")
  static let helpBadgesMore = Phrase(
    "help.badges-more",
    "A run earns a badge at \(levels). A badge stays when the run ends."
  )
  /// `7, 30, 60, 100 and 365`; a product with other milestones says so in its own words.
  private static let levels = Milestones.levels.map(String.init).listed(with: "and")
  static let helpScore = Phrase("help.score", "Compare habits, easy and hard ones alike.")
  static let helpExplain = Phrase(
    "help.explain",
    "The habit whose numbers are to be explained day by day."
  )
}

enum GamificationPhrases {
  /// All texts, so that a product's replacements can be checked against them.
  static let all: [Phrase] =
    Phrase.aboutHabits + [
      .milestoneReached, .milestoneHard, .milestoneLater, .badgesLater, .badgesLaterColumn,
      .badgesEmpty, .badgesNext,
      .badgesHard, .scoreEmpty,
      .scoreHow, .scoreHowEasy, .scoreStreak, .scoreDone, .scoreOpen, .helpBadges, .helpBadgesMore,
      .helpScore, .helpExplain,
    ]
}
