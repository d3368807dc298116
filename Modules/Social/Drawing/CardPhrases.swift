import Core
import Presentation
import SocialContract
import StreaksContract

/// The texts of cards, which a product may replace.
///
/// Strangers read them, so they neither boast nor name anything.
extension Phrase {
  static let cardAllHabits = Phrase("card.all-habits", "My habits")
  static let cardHabit = Phrase("card.habit", "A habit")
  static let cardSobriety = Phrase("card.sobriety", "Sober days")
  /// Above a milestone without a title.
  static let cardMilestone = Phrase("card.milestone", "Milestone reached")
  /// Beside the large number; {weeks} is "13 weeks", {unit} is "days".
  static let cardDone = Phrase("card.done", "done in {weeks}")
  static let cardStreak = Phrase("card.streak", "{unit} in a row")
  static let cardSober = Phrase("card.sober", "{unit} sober")
  static let cardSoberTotal = Phrase("card.sober-total", "sober {unit} in all")
  /// Below small numbers; {weeks}, {unit} as above.
  static let cardSmallDone = Phrase("card.small-done", "done in {weeks}")
  static let cardActive = Phrase("card.active-days", "active {unit}")
  static let cardLongest = Phrase("card.longest", "longest streak")
  /// Over all habits, as of today.
  static let cardLongestLiving = Phrase("card.longest-living", "longest streak now")
  static let cardLongestSober = Phrase("card.longest-sober", "longest run")
  static let cardSmallSoberTotal = Phrase("card.small-sober-total", "sober in all")
  /// Below a milestone; {count}.
  static let cardTimes = Phrase("card.times", "reached {count} times")
  /// {date} is "21 November 2026".
  static let cardReached = Phrase("card.reached", "on {date}")
  /// Some days were not marked on the day itself: {later} ("3") of {count} ("30").
  static let cardLater = Phrase("card.added-later", "{later} of {count} added or sent later")
  static let cardLess = Phrase("card.less", "less")
  static let cardMore = Phrase("card.more", "more")
  /// The color of a done day of one habit.
  static let cardDay = Phrase("card.day", "done")
  static let cardProtected = Phrase("card.protected", "protected")
  static let cardFirstDay = Phrase("card.first-day", "day 1")
  static let cardTenthDay = Phrase("card.tenth-day", "10 and more")
  static let cardNotSober = Phrase("card.not-sober", "not sober")
}

/// The texts of cards, so that a product's replacements can be checked against them.
public enum CardPhrases {
  public static let all: [Phrase] = [
    .cardAllHabits, .cardHabit, .cardSobriety, .cardMilestone, .cardDone, .cardStreak, .cardSober,
    .cardSoberTotal, .cardSmallDone, .cardActive, .cardLongest, .cardLongestLiving,
    .cardLongestSober,
    .cardSmallSoberTotal, .cardTimes, .cardReached, .cardLater, .cardLess, .cardMore, .cardDay,
    .cardProtected,
    .cardFirstDay, .cardTenthDay, .cardNotSober,
  ]
}

/// The words of one card.
struct CardWords {
  let card: ShareCard
  let voice: Voice
  let numbers: NumberStyle

  init(_ card: ShareCard, _ voice: Voice, _ numbers: NumberStyle) {
    self.card = card
    self.voice = voice
    self.numbers = numbers
  }

  /// Returns a number as its owner writes numbers; fonts may lack a narrow space.
  func number(_ count: Int) -> String { number("\(count)") }

  private func number(_ text: String) -> String { numbers.words(text, space: "\u{A0}") }

  func say(_ phrase: Phrase, _ values: [String: String] = [:]) -> String {
    voice.say(phrase, turn: card.day.number, values)
  }

  /// The heading of a card whose owner does not name the habit.
  var subject: String {
    switch (card.kind, card.subject) {
    case (.milestone, _): say(.cardMilestone)
    case (_, .allHabits): say(.cardAllHabits)
    case (_, .habit): say(.cardHabit)
    case (_, .sobriety): say(.cardSobriety)
    }
  }

  /// What the large number counts.
  var headline: String {
    let values = ["weeks": weeks, "unit": unit(card.headline), "count": "\(card.headline.count)"]
    switch card.headline.meaning {
    case .done: return say(.cardDone, values)
    case .soberRun, .soberMilestone: return say(.cardSober, values)
    case .soberDays: return say(.cardSoberTotal, values)
    default: return say(.cardStreak, values)
    }
  }

  /// Returns a small number and the label below it.
  func small(_ figure: ShareFigure) -> (number: String, label: String) {
    let values = ["weeks": weeks, "unit": unit(figure), "count": "\(figure.count)"]
    let length = figure.unit.map { number($0.words(figure.count)) } ?? number(figure.count)
    switch figure.meaning {
    case .activeDays: return (number(figure.count), say(.cardActive, values))
    case .longestLivingStreak: return (length, say(.cardLongestLiving, values))
    case .bestStreak, .currentStreak: return (length, say(.cardLongest, values))
    case .longestSoberRun, .soberRun: return (length, say(.cardLongestSober, values))
    case .soberDays: return (length, say(.cardSmallSoberTotal, values))
    default: return (length, say(.cardSmallDone, values))
    }
  }

  /// The note about days that were not marked on the day itself; nil if all were.
  var later: String? {
    let recorded = card.recorded
    guard recorded.later > 0 else { return nil }
    return say(
      .cardLater,
      ["later": number(recorded.later), "count": number(recorded.done)]
    )
  }

  /// Returns `days`, or `day` for one.
  private func unit(_ figure: ShareFigure) -> String {
    let words = (figure.unit ?? .day).words(figure.count)
    return words.split(separator: " ").dropFirst().joined(separator: " ")
  }

  var weeks: String {
    let count = ((card.grid?.days.count ?? 0) + 6) / 7
    return count.counted("week")
  }
}
