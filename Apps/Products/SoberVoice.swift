import Core
import Presentation

extension Voice {
  /// Plain and warm; it records and never blames.
  static let sober = Voice([
    "shell.calendar.name": ["My days"],
    // Anybody may see how a program shows an event, so no sentence names its subject.
    "event.streak": ["Your calendar: {count} in a row."],
    "event.no-streak": ["Your calendar has changed. Any day can be day one."],
    "event.milestone": ["{length} in a row. You did that."],
    "event.badge": ["A badge for {length} in a row."],
    "card.sobriety": ["My sober days"],
    "card.milestone": ["One day at a time"],
    "share.saved": ["Your picture is in {file}, {size}. Nobody sees it until you show it."],
    "share.unnamed": [
      "It does not say what you leave out; --with-title does."
    ],
    "share.offer": ["If you would like to show it to somebody:"],
    "help.share": ["Draw a picture of your calendar, or of a milestone, to show to others."],
    "help.share-more": [
      "The picture does not say what you leave out unless you say --with-title; your why is never "
        + "on it."
    ],
    "sober.empty": [
      "Your calendar is still empty. Mark a sober day, today or any day before, and it begins."
    ],
    "sober.today": [
      "Sober today. {current} in a row.",
      "Today is a sober day. {current} in a row.",
    ],
    "sober.open": [
      "{current} sober so far. Today is not marked yet.",
      "{current} behind you. Mark today when you are ready.",
    ],
    "sober.fresh": [
      "Today is not marked yet. Any day is a good first day.",
      "Today is open. Whenever you are ready.",
    ],
    "sober.today-first": ["Sober today. That is day one.", "Today is a sober day: day one."],
    "sober.marked-first": ["Sober {day}. That is day one.", "Good. Sober {day}: day one."],
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
    "milestone.reached": ["{title}: {length} in a row. You did that."],
    "badges.empty": ["No badges yet. The first comes with your first sober day."],
    "badges.next": ["{left} more, and there are {level} in a row. One at a time."],
    "score.empty": ["Nothing is marked yet, so there is nothing to count."],
    "score.how-easy": [
      "The score is the mean of strength, which grows with every sober day, and of the share of "
        + "sober days among the last 30."
    ],
    "scores.note": ["How steady your days are."],
    "trend.up": ["Rising, from {from} to {to} of the days."],
    "trend.down": ["From {from} to {to} of the days. A harder stretch; they happen."],
    "trend.steady": ["Steady at {to} of the days."],
    "trend.varied": ["Between {low} and {high} of the days, now {to}."],
    "streaks.heading": ["Your runs"],
    "stats.done": ["Sober days"],
    "score.column": ["Run"],
    "score.done": ["sober"],
    "score.open": ["not marked yet"],
    "habit.column": ["Calendar"],
    "help.habit-name": ["calendar"],
    "help.example": ["Alcohol-free"],
    "help.only-habit": [
      "Only this calendar: its name, such as Alcohol-free, or the beginning of it."
    ],
    "help.remind-more": [
      "A calendar may have several reminders. Once its day is marked, none comes."
    ],
    "help.remind-habit": [
      "What it is about, such as Alcohol-free or Cigarettes, or the beginning of it."
    ],
    "help.streaks": ["Show your run of sober days, and the longest there was."],
    "help.streaks-more": ["A run counts sober days, one after the other."],
    "help.stats": ["Show how many of your days were sober, and how that changes."],
    "help.stats-more": ["Rates are the sober days among the last 7 days, the last 30, and all."],
    "help.badges": ["Show the badges that your runs have earned."],
    "help.badges-more": [
      "A run earns a badge at 1, 7, 14, 30, 60, 90, 100, 180 and 365 sober days, and with each "
        + "further year. It stays yours when the run ends."
    ],
    "help.score": ["Show how steady your calendars are, as one number each."],
    "help.explain": ["The calendar whose number is to be explained day by day."],
    "streak.target": ["{left} more, and it is as long as your longest run, {best}."],
    "streak.at-best": ["This is your longest run so far."],
    "stats.rising": [
      "{title}: the last days went better than those before. Whatever helps, keep it."
    ],
    "stats.steady": ["Most of your days are sober. You made that so."],
    "streak.small-step": ["One day is enough to begin with: this one."],
    "streaks.several-broken": [
      "Several runs have ended. Take the one that matters most to you first."
    ],
    "streak.broken": [
      "{title} is ready for a new first day. Your best of {best} still counts."
    ],
    "analytics.consistency-note": ["over 30 days"],
    "streaks.empty": ["No runs yet. The first begins with one sober day."],
    "stats.empty": ["Nothing is marked yet, so there is nothing to measure."],
    // Anybody may see a notice on a locked screen, so no notice names its subject.
    "notice.reminder": ["A moment for your calendar."],
    "notice.at-risk": ["Today is still open."],
    "notice.at-risk-period": ["Today is still open."],
    "notice.several-at-risk": ["Today is still open."],
    "notice.milestone": ["{count} in a row. You did that."],
    "notice.broken": ["Your calendar is here whenever you like. Any day can be day one."],
    "notice.several-broken": ["Your calendar is here whenever you like. Any day can be day one."],
    "notice.weekly": ["Still going, week after week."],
    "reminders.no-habit": ["There is nothing to be reminded of yet. Your calendar comes first."],
    "reminders.empty": ["Nothing has a reminder yet."],
    "reminders.today": ["To your days"],
    "shell.welcome.title": ["Good that you are here"],
    "shell.welcome": [
      "A calendar for your sober days, a timer, and room for your why. Nobody sees it but you."
    ],
    "shell.to-home": ["Back to your days"],
  ])
}
