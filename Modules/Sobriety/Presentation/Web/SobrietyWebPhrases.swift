import Core
import Presentation

/// The texts of the sober pages, which a product may replace.
extension Phrase {
  /// The page's name in the navigation.
  static let soberTab = Phrase("sober.tab", "Sober days")
  static let soberWelcomeTitle = Phrase("sober.welcome-title", "Your calendar")
  /// No day is marked yet, in a browser.
  static let soberWelcome = Phrase(
    "sober.welcome",
    "Your calendar begins with one sober day: today, or any day before. Tap it and it "
      + "gets its color."
  )
  static let soberWelcomeLook = Phrase("sober.welcome-look", "Mark another day")
  static let soberSettingsTitle = Phrase("sober.settings-title", "Savings and substances")
  static let soberSwitch = Phrase("sober.switch", "What it is about")
  /// The primary button.
  static let soberMarkToday = Phrase("sober.mark-today", "Sober today")
  /// The secondary button.
  static let soberSlipToday = Phrase("sober.slip-today-button", "Not today")
  static let soberTodayDetails = Phrase("sober.today-details", "Correct or add to today")
  /// {day} is "13 Nov", {time} "21:40".
  static let soberSince = Phrase("sober.since", "Since {day}, {time}")
  static let soberCalendarTitle = Phrase("sober.calendar-title", "Calendar")
  /// The label of the current run's length.
  static let soberCurrent = Phrase("sober.current", "in a row")
  /// The label of the longest run's length.
  static let soberLongest = Phrase("sober.longest", "longest")
  static let soberTapTitle = Phrase("sober.tap-title", "A tap on a day")
  static let soberTapMarks = Phrase("sober.tap-marks", "marks it")
  static let soberTapOpens = Phrase("sober.tap-opens", "opens it")
  /// The effect of taps on days, for screen readers.
  static let soberTapHelp = Phrase(
    "sober.tap-help",
    "Each press marks a day anew: sober, then not sober, then not marked."
  )
  static let soberFurther = Phrase("sober.further", "Earlier weeks")
  /// The button in the calendar that goes back to today.
  static let soberTodayLink = Phrase("sober.today-link", "Today")
  static let soberSober = Phrase("sober.day-sober", "Sober")
  static let soberNotSober = Phrase("sober.day-not-sober", "Not sober")
  static let soberUnmarked = Phrase("sober.day-unmarked", "Not marked")
  /// {number} is 1 to 9.
  static let soberDayNumber = Phrase("sober.day-number", "Sober, day {number} in a row")
  static let soberDayLater = Phrase("sober.day-later", "Sober, {number} days in a row or more")
  static let soberLegendFirst = Phrase("sober.legend-first", "Day 1")
  static let soberLegendTenth = Phrase("sober.legend-tenth", "10 and more")
  static let soberSavings = Phrase("sober.savings", "Saved")
  static let soberSaved = Phrase("sober.saved", "not spent")
  static let soberCalories = Phrase("sober.calories", "not drunk")
  /// {days} is "12 sober days", {each} "4.50 EUR and 150 kcal".
  static let soberSavedHow = Phrase(
    "sober.saved-how",
    "{days} × {drinks} drinks a week ÷ 7 × {each}."
  )
  static let soberFiguresOpen = Phrase("sober.figures-open", "Set what you save")
  static let soberFiguresTitle = Phrase("sober.figures-title", "What you used to drink")
  static let soberFiguresTell = Phrase("sober.figures-tell", "Set what you used to drink")
  static let soberFiguresChange = Phrase("sober.figures-change", "Change")
  static let soberFiguresKeep = Phrase("sober.figures-keep", "Keep")
  static let soberDrinksPerWeek = Phrase("sober.drinks-per-week", "Drinks a week, before")
  static let soberDrinksPerWeekHint = Phrase(
    "sober.drinks-per-week-hint",
    "On average, such as 10 or 3.5."
  )
  static let soberCost = Phrase("sober.cost", "Cost of one drink")
  static let soberCostHint = Phrase("sober.cost-hint", "Such as 4.50.")
  static let soberCurrency = Phrase("sober.currency", "Currency")
  static let soberCurrencyHint = Phrase("sober.currency-hint", "Three letters: EUR, USD, JPY.")
  static let soberCaloriesEach = Phrase("sober.calories-each", "Calories in one drink")
  static let soberCaloriesHint = Phrase(
    "sober.calories-hint",
    "In kcal; a glass of beer or wine has about 150."
  )
  static let soberMilestones = Phrase("sober.milestones", "Milestones")
  static let soberNextTitle = Phrase("sober.next-title", "Next:")
  static let soberReachedTitle = Phrase("sober.reached-title", "Reached")
  static let soberHealthTitle = Phrase("sober.health-title", "What the body may notice, and when")
  static let soberHealthReached = Phrase("sober.health-reached", "reached")
  static let soberWhyTitle = Phrase("sober.why-title", "Your why")
  static let soberWhyLabel = Phrase("sober.why-label", "In your own words")
  static let soberWhyHint = Phrase("sober.why-hint", "It stays on this device, for you alone.")
  static let soberWhyWrite = Phrase("sober.why-write", "Write it down")
  static let soberWhyChange = Phrase("sober.why-change", "Change it")
  static let soberWhyKeep = Phrase("sober.why-keep", "Keep it")
  static let soberDayWas = Phrase("sober.day-was", "This day was")
  static let soberDrinksLabel = Phrase("sober.drinks-label", "Drinks, if it was not sober")
  static let soberDrinksHint = Phrase("sober.drinks-hint", "Leave it empty if nobody counted.")
  static let soberDayKeep = Phrase("sober.day-keep", "Keep")
  /// {day} is "today" or "on 21 Nov".
  static let soberDaySaid = Phrase("sober.day-said", "Noted {day} at {time}.")
  static let soberDayNearby = Phrase("sober.day-nearby", "Days nearby")
  static let soberDayBefore = Phrase("sober.day-before", "Day before")
  static let soberDayAfter = Phrase("sober.day-after", "Day after")
  static let soberBack = Phrase("sober.back", "Calendar")
  static let soberOthers = Phrase("sober.others", "Something else")
  static let soberOtherAdd = Phrase("sober.other-add", "Begin a calendar for something else")
  static let soberOtherName = Phrase("sober.other-name", "What is it?")
  static let soberOtherHint = Phrase(
    "sober.other-hint",
    "Such as Nicotine or Sugar. It gets a calendar, a timer and a why of its own."
  )
  static let soberOtherDay = Phrase("sober.other-day", "First day without it")
  static let soberOtherBegin = Phrase("sober.other-begin", "Begin")
  static let soberDeleteTitle = Phrase("sober.delete-title", "Delete “{substance}”")
  /// {days} is "120 days".
  static let soberDeleteWarning = Phrase(
    "sober.delete-warning",
    "This deletes “{substance}” for good: {days} that you marked, its figures and your "
      + "why. It cannot be taken back."
  )
  static let soberDeleteConfirm = Phrase(
    "sober.delete-confirm",
    "Yes, delete “{substance}” and all of its days"
  )
  static let soberDelete = Phrase("sober.delete", "Delete for good")
}

extension SobrietyPhrases {
  static let web: [Phrase] =
    [
      .soberTab, .soberWelcomeTitle, .soberWelcome, .soberWelcomeLook,
      .soberSettingsTitle,
      .soberSwitch, .soberMarkToday, .soberSlipToday, .soberTodayDetails, .soberSince,
      .soberCalendarTitle, .soberCurrent, .soberLongest, .soberTapTitle, .soberTapMarks,
      .soberTapOpens, .soberTapHelp, .soberFurther,
      .soberTodayLink, .soberSober, .soberNotSober, .soberUnmarked, .soberDayNumber,
      .soberDayLater, .soberLegendFirst, .soberLegendTenth, .soberSavings, .soberSaved,
      .soberCalories, .soberSavedHow, .soberFiguresOpen, .soberFiguresTitle, .soberFiguresTell,
      .soberFiguresChange,
      .soberFiguresKeep,
      .soberDrinksPerWeek, .soberDrinksPerWeekHint, .soberCost, .soberCostHint, .soberCurrency,
      .soberCurrencyHint, .soberCaloriesEach, .soberCaloriesHint, .soberMilestones, .soberNextTitle,
      .soberReachedTitle, .soberHealthTitle, .soberHealthReached, .soberWhyTitle, .soberWhyLabel,
      .soberWhyHint, .soberWhyWrite, .soberWhyChange, .soberWhyKeep, .soberDayWas,
      .soberDrinksLabel,
      .soberDrinksHint, .soberDayKeep, .soberDaySaid, .soberDayNearby, .soberDayBefore,
      .soberDayAfter, .soberBack, .soberOthers, .soberOtherAdd, .soberOtherName, .soberOtherHint,
      .soberOtherDay, .soberOtherBegin, .soberDeleteTitle, .soberDeleteWarning, .soberDeleteConfirm,
      .soberDelete,
    ] + Phrase.ofOtherSubstances
}
