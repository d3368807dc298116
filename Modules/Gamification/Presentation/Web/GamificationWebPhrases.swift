import Core
import Presentation

/// The texts of badges and scores that only a browser shows.
extension Phrase {
  static let tabBadges = Phrase("tab.badges", "Badges")
  static let badgeShare = Phrase("badge.share", "Share")
  static let badgesComing = Phrase("badges.coming", "What comes next")
  static let scoresTitle = Phrase("scores.title", "Scores")
  /// The link to the first page if there is nothing to show.
  static let scoresBegin = Phrase("scores.begin", "To today")
  static let scoresNote = Phrase("scores.note", "Hard and easy habits, side by side.")
  /// {title} is the habit's.
  static let scoreTitle = Phrase("score.title", "The score of {title}")
  static let scoreDays = Phrase("score.days", "Day by day")
  /// {score} is out of 100.
  static let scoreLine = Phrase("score.line", "Its score is {score} of 100.")
  static let scoreWhy = Phrase("score.why", "Where does it come from?")
  static let strengthTitle = Phrase("strength.title", "Strength")
  /// {from} is the strength before the days, {to} the strength after them.
  static let strengthSummary = Phrase("strength.summary", "From {from} to {to} in these days.")
}

extension GamificationPhrases {
  static let web: [Phrase] = [
    .tabBadges, .badgeShare, .badgesComing, .scoresTitle, .scoresBegin, .scoresNote,
    .scoreTitle, .scoreDays, .scoreLine, .scoreWhy, .strengthTitle, .strengthSummary,
  ]
}
