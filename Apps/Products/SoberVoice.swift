import Core

extension Voice {
  /// Plain and warm; it notes what was and never blames.
  static let sober = Voice([
    "sober.empty": [
      "Your calendar is still empty. Mark a sober day, today or any day before, and it begins."
    ],
    "sober.today": [
      "Sober today. {current} in a row.",
      "Today is a sober day. {current} in a row.",
    ],
    "sober.open": [
      "{current} in a row so far. Today is not marked yet.",
      "{current} behind you. Mark today when you are ready.",
    ],
    "sober.fresh": [
      "Today is not marked yet. Any day is a good first day.",
      "Today is open. Whenever you are ready.",
    ],
    "sober.slip-today": [
      "Today was not sober, and you were honest about it. Still yours: {total} sober."
    ],
    "sober.marked": [
      "Sober {day}. {current} in a row.",
      "Good. Sober {day}, {current} in a row.",
    ],
    "sober.marked-past": ["Sober {day}. Noted."],
    "sober.slipped": [
      "Noted {day}. One day does not undo the others.",
      "Noted {day}. Thank you for being honest; the days before it stay yours.",
    ],
    "sober.reached": ["{days} sober. You did that."],
    "sober.no-why": [
      "Nothing is written here yet. What do you do this for? On a hard day you will read it here."
    ],
    "sober.why-kept": ["Kept. It is here whenever you need it."],
    "streak.broken": [
      "{title} is ready for a new first day. Your {best} still count."
    ],
    "streaks.empty": ["No runs yet. The first begins with one sober day: trellis sober mark"],
    "stats.empty": ["Nothing is marked yet, so there is nothing to measure."],
    "freeze.none": ["Nothing needs a freeze today."],
  ])
}
