import Core

/// What a public health institution states about a period without alcohol.
///
/// The wording is our own and cautious: people differ, and nothing here is a promise or advice.
public struct HealthMilestone: Codable, Sendable, Equatable {
  /// The number of consecutive sober days from which it is shown.
  public let days: Int
  public let words: String
  /// The institution and the title of the page: `NHS, “Drink less”`.
  public let source: String

  public init(days: Int, words: String, source: String) {
    self.days = days
    self.words = words
    self.source = source
  }
}

extension HealthMilestone {
  private static let treatment = "NHS, “Alcohol misuse: Treatment”"
  private static let liver = "NHS, “Alcohol-related liver disease: Treatment”"

  /// The milestones for alcohol, earliest first.
  ///
  /// There are none for other substances.
  public static let alcohol = [
    HealthMilestone(
      days: 2,
      words: "People who have withdrawal symptoms often find the first 48 hours the hardest part.",
      source: treatment
    ),
    HealthMilestone(
      days: 7,
      words: "Where there was withdrawal, it has often eased three to seven days after the last "
        + "drink.",
      source: treatment
    ),
    HealthMilestone(
      days: 14,
      words: "Better mornings and less tiredness during the day are among the first things that "
        + "people notice when they cut down.",
      source: "NHS Better Health, “Drink less alcohol”"
    ),
    HealthMilestone(
      days: 30,
      words: "Sleep can be uneasy at first; for most people it is back to normal within a month.",
      source: treatment
    ),
    HealthMilestone(
      days: 90,
      words: "Fat that alcohol left in the liver may go back over months or years without it. "
        + "How long it takes differs; a doctor can tell.",
      source: liver
    ),
    HealthMilestone(
      days: 365,
      words: "Drinking less, or not at all, lowers health risks that come with alcohol.",
      source: "CDC, “Alcohol Use and Your Health”"
    ),
  ]

  /// The warning for the very beginning: stopping can be dangerous for some.
  public static let caution = HealthMilestone(
    days: 0,
    words: "If your body depends on alcohol, please talk to a doctor before you stop: withdrawal "
      + "can be dangerous and there is help for it.",
    source: treatment
  )

  /// Returns the milestones for `substance`.
  public static func known(for substance: Substance) -> [HealthMilestone] {
    substance.isAlcohol ? alcohol : []
  }
}
