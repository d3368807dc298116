import Commands
import Core
import Presentation
import SobrietyContract

/// The labels of the figures, in the words that fit a substance, or general ones.
struct FigureWords {
  private let use: UseWords
  private let context: any SpaceContext

  init(_ substance: Substance, _ context: any SpaceContext) {
    use = substance.use
    self.context = context
  }

  var title: String { say(.soberFiguresTitle, .soberUsedTitle) }
  var tell: String { say(.soberFiguresTell, .soberUsedTell) }
  var hint: String { say(.soberFiguresHint, .soberUsedHint) }
  var calories: String { use.spared }
  var perWeek: String { specific(.soberDrinksPerWeek, .soberUsedPerWeek) }
  var cost: String { specific(.soberCost, .soberUsedCost) }
  var caloriesEach: String { specific(.soberCaloriesEach, .soberUsedCaloriesEach) }
  var caloriesHint: String { say(.soberCaloriesHint, .soberUsedCaloriesHint) }
  var drinks: String { specific(.soberDrinksLabel, .soberUsedLabel) }

  /// Returns how the savings are counted; {units} is the unit that is counted.
  func how(_ values: [String: String]) -> String {
    let phrase: Phrase = use.isSpecific ? .soberSavedHow : .soberUsedHow
    return context.say(phrase, values.merging(["units": use.many]) { $1 })
  }

  private func say(_ ofAlcohol: Phrase, _ general: Phrase) -> String {
    context.say(use == .drinks ? ofAlcohol : general)
  }

  private func specific(_ phrase: Phrase, _ general: Phrase) -> String {
    guard use.isSpecific else { return context.say(general) }
    let many = use.many.prefix(1).uppercased() + use.many.dropFirst()
    return context.say(phrase, ["unit": use.one, "units": many])
  }
}

extension Phrase {
  static let soberUsedTitle = Phrase("sober.used-title", "What you used to have")
  static let soberUsedTell = Phrase("sober.used-tell", "Set what you used to have")
  static let soberUsedHint = Phrase(
    "sober.used-hint",
    "To see what you save, tell what you used to have:"
  )
  /// {days} is "12 sober days", {each} "0.40 EUR".
  static let soberUsedHow = Phrase("sober.used-how", "{days} × {drinks} a week ÷ 7 × {each}.")
  static let soberUsedPerWeek = Phrase("sober.used-per-week", "How many a week, before")
  static let soberUsedCost = Phrase("sober.used-cost", "Cost of one")
  static let soberUsedCaloriesEach = Phrase("sober.used-calories-each", "Calories in one")
  static let soberUsedCaloriesHint = Phrase(
    "sober.used-calories-hint",
    "In kcal; leave it empty where there are none."
  )
  static let soberUsedLabel = Phrase("sober.used-label", "How many, if it was not sober")

  static let ofOtherSubstances: [Phrase] = [
    .soberUsedTitle, .soberUsedTell, .soberUsedHint, .soberUsedHow, .soberUsedPerWeek,
    .soberUsedCost, .soberUsedCaloriesEach, .soberUsedCaloriesHint, .soberUsedLabel,
  ]
}
