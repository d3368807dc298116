import Core
import Presentation
import SobrietyContract

/// The texts of pledges, reviews and notes of slips, which a product may replace.
extension Phrase {
  static let pledgeTitle = Phrase("sober.pledge-title", "A pledge for today")
  /// {free} is "alcohol-free".
  static let pledgeWords = Phrase("sober.pledge-words", "I will stay {free} today.")
  static let pledgeMake = Phrase("sober.pledge-make", "I pledge this")
  /// {time} is "07:12".
  static let pledgeMade = Phrase("sober.pledge-made", "Pledged at {time}.")
  static let pledgeKept = Phrase("sober.pledge-kept", "Your pledge for {day} is kept here.")
  static let pledgeBack = Phrase("sober.pledge-back", "Take it back")
  static let pledgeGone = Phrase("sober.pledge-gone", "There is no pledge for {day} any more.")
  static let pledgeNone = Phrase("sober.pledge-none", "No pledge.")
  static let reviewToday = Phrase("sober.review-today", "How was today?")
  static let reviewDay = Phrase("sober.review-day", "How was this day?")
  static let reviewHint = Phrase("sober.review-hint", "Any answer is fine. It is for you alone.")
  static let effortEasy = Phrase("sober.effort-easy", "Easy")
  static let effortFair = Phrase("sober.effort-fair", "All right")
  static let effortHard = Phrase("sober.effort-hard", "Hard")
  static let effortVeryHard = Phrase("sober.effort-very-hard", "Very hard")
  /// {effort} is "hard".
  static let reviewSaid = Phrase("sober.review-said", "This day was {effort}.")
  static let reviewKept = Phrase("sober.review-kept", "Noted {day}: {effort}.")
  static let reviewGone = Phrase("sober.review-gone", "Nothing is noted about how it was {day}.")
  static let reviewNone = Phrase("sober.review-none", "Nothing said of how it was.")
  static let reviewChange = Phrase("sober.review-change", "Change it or add words")
  static let noteLabel = Phrase("sober.note-label", "A few words, if you like")
  static let noteKeep = Phrase("sober.note-keep", "Save")
  static let noteRemove = Phrase("sober.note-remove", "Remove")
  static let slipTitle = Phrase("sober.slip-title", "What led to it?")
  static let slipSaid = Phrase("sober.slip-said", "What led to it")
  static let slipHint = Phrase(
    "sober.slip-hint",
    "Only if you like, and for you alone. What is named can be seen coming the next time."
  )
  static let slipChange = Phrase("sober.slip-change", "Change the note")
  static let slipKept = Phrase("sober.slip-kept", "Your note is kept with {day}.")
  static let slipGone = Phrase("sober.slip-gone", "The note of {day} is removed.")
  static let causesTitle = Phrase("sober.causes-title", "What led to it so far")
  /// {noted} is the number of days with a note.
  static let causesOf = Phrase("sober.causes-of", "From your notes on {noted} days.")
  /// Nothing is shown before three notes.
  static let causesFew = Phrase(
    "sober.causes-few",
    "Once three days have a note, you see here what they have in common."
  )
  static let causeStress = Phrase("sober.cause-stress", "Stress")
  static let causeCompany = Phrase("sober.cause-company", "Company")
  static let causeBoredom = Phrase("sober.cause-boredom", "Boredom")
  static let causeLoneliness = Phrase("sober.cause-loneliness", "Loneliness")
  static let causeTiredness = Phrase("sober.cause-tiredness", "Tiredness")
  static let causeConflict = Phrase("sober.cause-conflict", "A conflict")
  static let causeCelebration = Phrase("sober.cause-celebration", "A celebration")
  static let causeCraving = Phrase("sober.cause-craving", "A craving")
  static let causeOther = Phrase("sober.cause-other", "Something else")
}

extension DayEffort {
  var phrase: Phrase {
    switch self {
    case .easy: .effortEasy
    case .fair: .effortFair
    case .hard: .effortHard
    case .veryHard: .effortVeryHard
    }
  }

  /// The name of the step within a sentence.
  func words(_ context: any SpaceContext) -> String { context.say(phrase).lowercased() }
}

extension SlipTrigger {
  var phrase: Phrase {
    switch self {
    case .stress: .causeStress
    case .company: .causeCompany
    case .boredom: .causeBoredom
    case .loneliness: .causeLoneliness
    case .tiredness: .causeTiredness
    case .conflict: .causeConflict
    case .celebration: .causeCelebration
    case .craving: .causeCraving
    case .other: .causeOther
    }
  }
}

extension SlipNote {
  /// The causes that were named, in one line; empty if there are none.
  func causes(_ context: any SpaceContext) -> String {
    triggers.map { context.say($0.phrase) }.joined(separator: ", ")
  }
}

extension Substance {
  /// The pledge of a day, in the person's voice.
  func pledge(_ context: any SpaceContext) -> String {
    // A name that is not an ordinary word may need its capital letters.
    let free = use.isSpecific ? habitTitle.lowercased() : habitTitle
    return context.say(.pledgeWords, ["free": free])
  }
}

extension SobrietyPhrases {
  static let diary: [Phrase] =
    [
      .pledgeTitle, .pledgeWords, .pledgeMake, .pledgeMade, .pledgeKept, .pledgeBack, .pledgeGone,
      .pledgeNone, .reviewToday, .reviewDay, .reviewHint, .reviewSaid, .reviewKept, .reviewGone,
      .reviewNone, .reviewChange, .noteLabel, .noteKeep, .noteRemove, .slipTitle, .slipSaid,
      .slipHint,
      .slipChange, .slipKept, .slipGone, .causesTitle, .causesOf, .causesFew,
    ] + DayEffort.allCases.map(\.phrase) + SlipTrigger.allCases.map(\.phrase)
}
