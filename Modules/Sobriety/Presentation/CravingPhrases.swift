import Core
import Presentation
import SobrietyContract

/// The texts about cravings, which a product may replace.
///
/// Source: NIAAA, “Rethinking Drinking”, on handling urges to drink: they are short-lived, rise like
/// a wave and pass, and to wait, to be busy and to talk to somebody helps. A quarter of an hour to
/// half an hour is what counsellors commonly say; it differs, hence “most”.
extension Phrase {
  static let cravingOpen = Phrase("sober.craving-open", "A craving right now")
  static let cravingTitle = Phrase("sober.craving-title", "A craving")
  static let cravingLead = Phrase(
    "sober.craving-lead",
    "It will pass, whatever you do. All you have to do is let it."
  )
  static let cravingBreathe = Phrase(
    "sober.craving-breathe",
    "In for four seconds, and out for six."
  )
  /// {time} is "18:15".
  static let cravingWait = Phrase(
    "sober.craving-wait",
    "Decide nothing before {time}. Most cravings pass within 15 to 30 minutes."
  )
  /// The label of the countdown.
  static let cravingLeft = Phrase("sober.craving-left", "Left of 15 minutes")
  static let cravingSteps = Phrase("sober.craving-steps", "What helps meanwhile")
  static let cravingDelay = Phrase("sober.craving-delay", "Delay")
  static let cravingDelayHow = Phrase(
    "sober.craving-delay-how",
    "Not now is enough. You need not decide about tomorrow."
  )
  static let cravingAir = Phrase("sober.craving-air", "Breathe")
  static let cravingAirHow = Phrase(
    "sober.craving-air-how",
    "Ten slow breaths, each out longer than in."
  )
  static let cravingWater = Phrase("sober.craving-water", "Drink water")
  static let cravingWaterHow = Phrase(
    "sober.craving-water-how",
    "A large glass, slowly. Eat something if you have not."
  )
  static let cravingMove = Phrase("sober.craving-move", "Move")
  static let cravingMoveHow = Phrase(
    "sober.craving-move-how",
    "Leave the room you are in: outdoors, around the block, or under the shower."
  )
  static let cravingCall = Phrase("sober.craving-call", "Call somebody")
  static let cravingCallHow = Phrase(
    "sober.craving-call-how",
    "Say that you have a craving, or talk about anything else."
  )
  static let cravingYours = Phrase("sober.craving-yours", "What is yours")
  /// {current} is "12 days", without today, which has no mark yet.
  static let cravingRun = Phrase(
    "sober.craving-run",
    "{current} in a row, and today can join them."
  )
  /// {current} is "12 days"; today is one of them.
  static let cravingRunToday = Phrase(
    "sober.craving-run-today",
    "{current} in a row, with today."
  )
  /// {total} is "12 days"; no run is in progress.
  static let cravingTotal = Phrase("sober.craving-total", "{total} sober. They stay yours.")
  /// {amount} is "51.43 EUR".
  static let cravingMoney = Phrase("sober.craving-money", "{amount} not spent.")
  static let cravingThrough = Phrase("sober.craving-through", "I got through it")
  static let cravingPassed = Phrase("sober.craving-passed", "It passed, and you let it.")
  static let cravingBack = Phrase(
    "sober.craving-back",
    "The latest craving is not counted any more."
  )
  static let cravingOne = Phrase("sober.craving-one", "1 craving passed.")
  /// {count} is 2 or more.
  static let cravingMany = Phrase("sober.craving-many", "{count} cravings passed.")
  static let cravingNone = Phrase("sober.craving-none", "No craving is counted yet.")
  /// Source: NHS, “Alcohol misuse: Treatment”, on withdrawal, for the second half.
  static let cravingHelp = Phrase(
    "sober.craving-help",
    "If you are in danger, or afraid of what you might do, call your emergency number, such as 112 "
      + "or 911, or a doctor."
  )
  /// Source: NHS, “Alcohol misuse: Treatment”: people who are dependent should not stop alone and
  /// suddenly, since withdrawal can be dangerous.
  static let cravingDoctor = Phrase(
    "sober.craving-doctor",
    "If you drank heavily every day, do not stop suddenly on your own: that can be dangerous, and a doctor "
      + "can make it safe. Shaking, sweating, confusion or a fit need help at once."
  )
}

extension Cravings {
  /// How many passed, in one sentence.
  func words(_ context: any SpaceContext) -> String {
    switch passed {
    case 0: context.say(.cravingNone)
    case 1: context.say(.cravingOne)
    default: context.say(.cravingMany, ["count": "\(passed)"])
    }
  }
}

/// What to do in a craving, in words that a page and a terminal share.
enum CravingWords {
  /// How long to wait before any decision, in seconds.
  static let wait: Int64 = 15 * 60

  static let steps: [(name: Phrase, how: Phrase)] = [
    (.cravingDelay, .cravingDelayHow), (.cravingAir, .cravingAirHow),
    (.cravingWater, .cravingWaterHow), (.cravingMove, .cravingMoveHow),
    (.cravingCall, .cravingCallHow),
  ]

  /// Until when to wait, such as “Decide nothing before 18:15”, with how long cravings last.
  static func wait(_ context: any SpaceContext) -> String {
    let end = context.now.advanced(bySeconds: wait)
    return context.say(.cravingWait, ["time": end.clockTime(in: context.calendar.zone)])
  }

  /// What the person has reached, each in a sentence; empty if there is nothing yet.
  static func yours(_ sobriety: Sobriety, _ context: any SpaceContext) -> [String] {
    var words: [String] = []
    if sobriety.current > 0 {
      let run: Phrase = sobriety.status == .sober ? .cravingRunToday : .cravingRun
      words.append(context.say(run, ["current": sobriety.current.counted("day")]))
    } else if sobriety.soberDays > 0 {
      words.append(context.say(.cravingTotal, ["total": sobriety.soberDays.counted("day")]))
    }
    if let saved = sobriety.savedMinor, saved > 0, let price = sobriety.figures.price {
      let amount = context.number(Price(minor: saved, currency: price.currency).words)
      words.append(context.say(.cravingMoney, ["amount": amount]))
    }
    return words
  }

  /// Where to find help, in sentences.
  static func help(_ substance: Substance, _ context: any SpaceContext) -> [String] {
    let help = context.say(.cravingHelp)
    return substance.isAlcohol ? [help, context.say(.cravingDoctor)] : [help]
  }
}

extension SobrietyPhrases {
  static let craving: [Phrase] =
    [
      .cravingOpen, .cravingTitle, .cravingLead, .cravingBreathe, .cravingWait, .cravingLeft,
      .cravingSteps, .cravingYours, .cravingRun, .cravingRunToday, .cravingTotal, .cravingMoney,
      .cravingThrough, .cravingPassed, .cravingBack, .cravingOne, .cravingMany, .cravingNone,
      .cravingHelp, .cravingDoctor,
    ] + CravingWords.steps.flatMap { [$0.name, $0.how] }
}
