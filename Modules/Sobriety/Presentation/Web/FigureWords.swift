import Core
import Presentation
import SobrietyContract

/// The labels of the figures: drinks for alcohol, general words for everything else.
struct FigureWords {
  private let isAlcohol: Bool

  init(_ substance: Substance) { isAlcohol = substance.isAlcohol }

  var title: Phrase { isAlcohol ? .soberFiguresTitle : .soberUsedTitle }
  var tell: Phrase { isAlcohol ? .soberFiguresTell : .soberUsedTell }
  var hint: Phrase { isAlcohol ? .soberFiguresHint : .soberUsedHint }
  var how: Phrase { isAlcohol ? .soberSavedHow : .soberUsedHow }
  var calories: Phrase { isAlcohol ? .soberCalories : .soberUsedCalories }
  var perWeek: Phrase { isAlcohol ? .soberDrinksPerWeek : .soberUsedPerWeek }
  var cost: Phrase { isAlcohol ? .soberCost : .soberUsedCost }
  var caloriesEach: Phrase { isAlcohol ? .soberCaloriesEach : .soberUsedCaloriesEach }
  var caloriesHint: Phrase { isAlcohol ? .soberCaloriesHint : .soberUsedCaloriesHint }
  var drinks: Phrase { isAlcohol ? .soberDrinksLabel : .soberUsedLabel }
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
  static let soberUsedCalories = Phrase("sober.used-calories", "not taken in")
  static let soberUsedPerWeek = Phrase("sober.used-per-week", "How many a week, before")
  static let soberUsedCost = Phrase("sober.used-cost", "Cost of one")
  static let soberUsedCaloriesEach = Phrase("sober.used-calories-each", "Calories in one")
  static let soberUsedCaloriesHint = Phrase(
    "sober.used-calories-hint",
    "In kcal; leave it empty where there are none."
  )
  static let soberUsedLabel = Phrase("sober.used-label", "How many, if it was not sober")

  static let ofOtherSubstances: [Phrase] = [
    .soberUsedTitle, .soberUsedTell, .soberUsedHint, .soberUsedHow, .soberUsedCalories,
    .soberUsedPerWeek, .soberUsedCost, .soberUsedCaloriesEach, .soberUsedCaloriesHint,
    .soberUsedLabel,
  ]
}
