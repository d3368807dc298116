import Core
import Presentation

extension Voice {
  /// Lively and encouraging: every day counts, and after a missed one the next run begins.
  static let streaks = Voice([
    "help.skip": [
      "Skip a day: it neither adds to a streak nor breaks it. At most two in any seven days."
    ],
    "today.empty": ["Ready when you are! Pick one habit and light the first spark."],
    "today.nothing-due": ["Nothing planned today. Recharge; the flames keep."],
    "today.none-done": [
      "New day, new spark. Which one goes first?",
      "Start with the quickest one and ride the momentum.",
      "One check, and the day is rolling.",
    ],
    "today.some-done": [
      "On a roll: {done} done, {open} to go!",
      "Nice! {done} in the bag, {open} left.",
      "Keep it glowing: {open} more and the day is yours.",
    ],
    "today.all-done": [
      "Clean sweep! Everything done today. 🔥",
      "All of it. Every flame is lit.",
      "That is the full set. See you tomorrow!",
    ],
    "quote": [
      "Every long streak was once a day one.",
      "Momentum is made of small days.",
      "You showed up. That is the whole trick.",
      "Today is the only day you have to win.",
      "Consistency beats intensity.",
    ],
    "widget.all-done": ["Clean sweep! Everything done today. 🔥"],
    "widget.no-habits": ["Pick one habit and light the first spark."],
    "widget.nothing-due": ["Nothing planned today. The flames keep."],
    "widget.page-intro": [
      "Your flame in a corner of your screen, with what is open today. A tap completes a habit."
    ],
    "check.done": ["{title} — done {day}!", "{title} — checked {day}. Onward!"],
    "check.undone": ["{title} — open again {day}."],
    // Said with and without a streak, and so of none in particular.
    "check.skipped": ["{title} — skipped {day}. A skip breaks no streak."],
    "check.partial": ["{title} — {value} of {target} {day}. Just {left} to go!"],
    "streak.restarted": [
      "You are back, and that is what counts! Your best is {best}. Let's go and beat it."
    ],
    "streaks.note": ["Flames lit: {running} of {all}."],
    "badges.coming": ["Next on the shelf"],
    "trend.up": ["Climbing: from {from} to {to} of what was planned!"],
    "streaks.empty": ["No streaks yet. The first spark is one habit away."],
    "streak.broken": [
      "{title} is ready for round two. Your best of {best} is yours for good, and now the mark to beat."
    ],
    "streaks.several-broken": [
      "A few flames went out; it happens. Relight the easiest one first: right after your coffee, "
        + "or just two minutes of it."
    ],
    "streak.target": ["{left} more and you have matched your best of {best}!"],
    "streak.at-best": ["Record pace! Whatever you add from here is a new best."],
    "streak.remind": ["A nudge tomorrow makes the restart easier:"],
    "freeze.offer": ["Good news: a freeze can still save {length} of {title}, missed {day}."],
    "freeze.offer-beside-today": [
      "Good news: doing {title} today still saves {length} of it, and so does a freeze for {day}."
    ],
    "freeze.none": ["No rescue needed: no run broke yesterday."],
    "freeze.out": ["The shelf of freezes is empty just now. What you did still counts, all of it."],
    "freeze.gained": ["Freeze earned! It saves you a missed day. In stock: {available}."],
    "freeze.ready": ["{count} in stock, should a day slip by."],
    "streak.small-step": ["Two minutes of it today, and the spark is back."],
    "notice.freeze": ["A freeze can still save {count} of {title}. It works today only!"],
    "freeze.used": [
      "{title} — {day} is shielded and the streak lives on! Freezes left: {available}."
    ],
    "freeze.how": ["Every 30 done days in one run earn a freeze."],
    "stats.rising": ["{title} is climbing! Whatever you changed, keep it."],
    "stats.steady": ["Rock solid: you keep most of what you plan."],
    "card.milestone": ["Milestone unlocked!"],
    "share.offer": ["Worth showing? One command and it is a picture:"],
    "share.saved": ["Done! Your picture is in {file}, {size}. Show it off."],
    "milestone.reached": [
      "{title}: {length} in a row! The badge is yours.",
      "{title}: {length}! Badge unlocked. Take a bow.",
    ],
    "milestone.hard": ["And that with one of your hard habits: double respect!"],
    "badges.empty": ["Your shelf is waiting: 7 in a row puts the first badge on it."],
    "badges.next": ["Next up: {left} more and {title} reaches {level}!"],
    "badges.hard": ["Earned the hard way, with a hard habit: it weighs double."],
    "score.empty": ["No habits yet. Add one, and the score starts climbing."],
    "history.empty": ["Nothing here yet. The first square is one check away!"],
    "week.summary": ["{done} done in these seven days. Keep stacking!"],
    "habit.added": ["{title} — added, {schedule}. Day one is yours!"],
    "shell.welcome.title": ["Ready to light the first one?"],
    "shell.welcome": [
      "Streaks grow day by day. When one breaks, your best stays yours, and the next begins."
    ],
    "shell.not-found.title": ["No flame here"],
  ])
}
