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
    "Each tap changes the mark of a day: sober, then not sober, then none."
  )
  /// Asked before a tap takes a day out of the present run; {days} is "35 days".
  static let soberTapAsk = Phrase(
    "sober.tap-ask",
    "This is one of your {days} in a row. Was it not sober after all?"
  )
  static let soberTapAskYes = Phrase("sober.tap-ask-yes", "It was not sober")
  static let soberTapAskNo = Phrase("sober.tap-ask-no", "Leave it as it is")
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
  /// {days} is "12 sober days", {units} "drinks", {each} "4.50 EUR and 150 kcal".
  static let soberSavedHow = Phrase(
    "sober.saved-how",
    "{days} × {drinks} {units} a week ÷ 7 × {each}."
  )
  static let soberFiguresOpen = Phrase("sober.figures-open", "Set what you save")
  static let soberFiguresTitle = Phrase("sober.figures-title", "What you used to drink")
  static let soberFiguresTell = Phrase("sober.figures-tell", "Set what you used to drink")
  static let soberFiguresChange = Phrase("sober.figures-change", "Change")
  static let soberFiguresKeep = Phrase("sober.figures-keep", "Save")
  /// {units} is "Drinks".
  static let soberDrinksPerWeek = Phrase("sober.drinks-per-week", "{units} a week, before")
  static let soberDrinksPerWeekHint = Phrase(
    "sober.drinks-per-week-hint",
    "On average, such as 10 or 3.5."
  )
  static let soberCost = Phrase("sober.cost", "Cost of one {unit}")
  static let soberCostHint = Phrase("sober.cost-hint", "Such as 4.50.")
  static let soberCurrency = Phrase("sober.currency", "Currency")
  static let soberCurrencyHint = Phrase("sober.currency-hint", "Three letters: EUR, USD, JPY.")
  static let soberCaloriesEach = Phrase("sober.calories-each", "Calories in one {unit}")
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
  static let soberWhyKeep = Phrase("sober.why-keep", "Save")
  static let soberDayWas = Phrase("sober.day-was", "This day was")
  static let soberDrinksLabel = Phrase("sober.drinks-label", "{units}, if it was not sober")
  static let soberDrinksHint = Phrase("sober.drinks-hint", "Leave it empty if nobody counted.")
  static let soberDayKeep = Phrase("sober.day-keep", "Save")
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
  static let soberOtherNew = Phrase(
    "sober.other-new",
    "The name is right, even if it looks like another"
  )
  /// Where no name says which words fit.
  static let soberOtherLast = Phrase("sober.other-last", "When was the last time?")
  static let soberLastHint = Phrase(
    "sober.last-hint",
    "Your days since then are filled in. Roughly is enough; it can be corrected."
  )
  static let soberLastOpenHint = Phrase(
    "sober.last-open-hint",
    "Your days since then are filled in. Leave it empty to begin with an empty calendar."
  )
  static let soberLastTime = Phrase("sober.last-time", "Time, if you know it")
  static let soberLastBegin = Phrase("sober.last-begin", "Start from here")
  static let soberLastKeep = Phrase("sober.last-keep", "Save")
  static let soberLastChange = Phrase("sober.last-change", "Correct the beginning")
  /// {days} is "12 days".
  static let soberLastFilled = Phrase("sober.last-filled", "{days} sober, and counting.")
  static let soberLastToday = Phrase("sober.last-today", "It begins now.")
  static let soberRename = Phrase("sober.rename", "Rename “{substance}”")
  static let soberRenameLabel = Phrase("sober.rename-label", "Name")
  static let soberRenameKeep = Phrase("sober.rename-keep", "Rename")
  /// {substance} is the new name.
  static let soberRenamed = Phrase("sober.renamed", "It is called “{substance}” now.")
  static let soberOtherBegin = Phrase("sober.other-begin", "Begin")
  static let soberDeleteTitle = Phrase("sober.delete-title", "Delete “{substance}”")
  /// {marked} is "120 days that you marked, ", or nothing.
  static let soberDeleteWarning = Phrase(
    "sober.delete-warning",
    "This deletes “{substance}” for good: {marked}its figures, your "
      + "why and all notes. It cannot be taken back."
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
      .soberTapOpens, .soberTapHelp, .soberTapAsk, .soberTapAskYes, .soberTapAskNo,
      .soberFurther,
      .soberTodayLink, .soberSober, .soberNotSober, .soberUnmarked, .soberDayNumber,
      .soberDayLater, .soberLegendFirst, .soberLegendTenth, .soberSavings, .soberSaved,
      .soberSavedHow, .soberFiguresOpen, .soberFiguresTitle, .soberFiguresTell,
      .soberFiguresChange,
      .soberFiguresKeep,
      .soberDrinksPerWeek, .soberDrinksPerWeekHint, .soberCost, .soberCostHint, .soberCurrency,
      .soberCurrencyHint, .soberCaloriesEach, .soberCaloriesHint, .soberMilestones, .soberNextTitle,
      .soberReachedTitle, .soberHealthTitle, .soberHealthReached, .soberWhyTitle, .soberWhyLabel,
      .soberWhyHint, .soberWhyWrite, .soberWhyChange, .soberWhyKeep, .soberDayWas,
      .soberDrinksLabel,
      .soberDrinksHint, .soberDayKeep, .soberDaySaid, .soberDayNearby, .soberDayBefore,
      .soberDayAfter, .soberBack, .soberOthers, .soberOtherAdd, .soberOtherName, .soberOtherHint,
      .soberOtherNew, .soberOtherLast, .soberLastHint, .soberLastOpenHint, .soberLastTime,
      .soberLastBegin, .soberLastKeep, .soberLastChange, .soberLastFilled, .soberLastToday,
      .soberRename, .soberRenameLabel, .soberRenameKeep, .soberRenamed, .soberOtherBegin,
      .soberDeleteTitle, .soberDeleteWarning, .soberDeleteConfirm,
      .soberDelete,
    ] + Phrase.ofOtherSubstances
}
