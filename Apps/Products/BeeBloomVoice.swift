import Core
import Presentation

extension Voice {
  /// Gentle and unhurried; a garden does not count against anyone.
  static let beebloom = Voice([
    "greeting.morning": ["Good morning"],
    "greeting.day": ["Hello"],
    "greeting.evening": ["Good evening"],
    "greeting.night": ["A quiet hour"],
    "shell.stays-here": [
      "Everything stays on this device. There is no account, and nothing is sent anywhere."
    ],
    "today.empty": [
      "Your garden is waiting for its first seed. Plant one small, kind habit."
    ],
    "form.from-hint": [
      "A new rhythm or target holds from this day on. The days before keep theirs."
    ],
    "today.archived": [
      "Everything is resting in the shed, flowers and all. Bring something out, or plant something new."
    ],
    "today.nothing-due": ["Nothing asks to be tended today. Just enjoy the garden."],
    "today.none-done": [
      "The garden is quiet. Whenever you like.",
      "Morning dew on everything. Begin where it feels easy.",
      "No hurry. One small thing is plenty.",
    ],
    "today.some-done": [
      "Something is in bloom already.",
      "The bees have noticed. Lovely.",
      "A little tending goes a long way.",
    ],
    "today.all-done": [
      "Everything is in bloom today. 🌸",
      "The whole garden has been tended. Rest well.",
    ],
    "quote": [
      "Gardens grow on ordinary days.",
      "Rest is part of growing.",
      "Even one drop is water.",
      "Nothing blooms all year round, and that is fine.",
      "Be as patient with yourself as you are with seeds.",
    ],
    "check.done": ["{title} — tended {day}. 🌸"],
    "check.undone": ["{title} — back to bud for {day}."],
    "check.skipped": ["{title} — resting {day}."],
    "check.partial": ["{title} — {value} of {target} {day}. Every bit is water."],
    "check.over": ["{title} — {value} {day}. Noted, kindly."],
    "streak.restarted": ["Welcome back. The roots were here all along."],
    "week.summary": ["Moments of care in these seven days: {done}."],
    "week.empty": ["A resting week. The soil remembers."],
    "history.summary": ["Moments of care: {total}, on {days}."],
    "history.empty": ["The first flower is one small moment away."],
    "tab.history": ["Garden"],
    "history.title": ["Your garden"],
    "history.total": ["moments of care"],
    "history.days": ["days in bloom"],
    "history.best": ["most in one day"],
    "habit.new": ["Plant a habit"],
    "habit.first": ["Plant the first one"],
    "habit.new-hint": ["A name is enough. The rest can grow later."],
    "past-day.hint": ["What you tended and did not note can be noted here."],
    "day.restored": ["{title} — just as it was."],
    "day.empty": ["A quiet day."],
    "day.rest": ["Resting that day: {count}"],
    "vacations.hint": ["While you rest, the garden waits for you."],
    "habit.added": ["{title} — planted, {schedule}."],
    "habit.changed": ["{title} — replanted just so, nothing lost."],
    "habit.archived": ["{title} — resting in the shed. Its flowers stay."],
    "habit.returned": ["{title} — back in the garden."],
    "habit.deleted": ["{title} — gently removed."],
    "habit.kept": ["{title} — still here."],
    "vacation.planned": ["The garden will be fine. Rest well, {range}."],
    "help.streaks": ["Show how well your habits have taken root."],
    "help.streaks-more": [
      "Roots grow with every day you tend them, and fade slowly when you rest."
    ],
    "help.stats": ["Show how your garden grows."],
    "help.skip": ["Let a habit rest for a day."],
    "help.vacation": ["Let the garden rest for some days."],
    "vacation.cancelled": ["The rest is called off. The garden is glad to see you."],
    "vacation.none": ["No rest is planned. It may be, whenever you like."],
    "stats.empty": ["Nothing is planted yet, so there is nothing to look at."],
    "stats.steady": ["The garden is in good hands."],
    "streaks.empty": ["Nothing has taken root yet. It begins with one seed."],
    "streaks.archived": [
      "Everything is resting in the shed, roots and all. Bring something out, or plant something new."
    ],
    "streak.broken": ["{title} is ready whenever you are."],
    "streak.small-step": ["A little is plenty."],
    "streaks.several-broken": [
      "A few plants are resting. Start with the one that feels easiest, in its own time."
    ],
    "stats.rising": ["{title} is growing nicely."],
    "welcome.habit": ["Your first seed"],
    "welcome.habit.label": ["What small, kind thing would you like to grow?"],
    "welcome.habit.begin": ["Plant it"],
    "shell.welcome.title": ["Welcome to your garden"],
    "shell.welcome": [
      "A few gentle habits, tended when you like. Nothing here counts against you."
    ],
    "shell.offline": [
      "You are offline. The garden does not mind: what you do is kept and sent when you are back."
    ],
    "shell.not-found.title": ["Nothing grows here"],
    "shell.wrong.title": ["Something got tangled"],
    "shell.to-home": ["Back to the garden"],
  ])
}
