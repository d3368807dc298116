import Core
import Presentation

extension Voice {
  /// Clear and encouraging, with restrained praise.
  static let hobbyist = Voice([
    "today.empty": [
      "Nothing here yet. What is one thing you would be glad to have done this evening?"
    ],
    "habit.new": ["New hobby"],
    "habit.first": ["Add the first one"],
    "habits.manage": ["All hobbies"],
    "habits.title": ["Hobbies"],
    "habit.edit": ["Change hobby"],
    "today.none-done": [
      "A fresh day. Pick the easiest one first.",
      "Nothing ticked yet. Five minutes are enough to begin.",
      "The day is open. So is the grid.",
    ],
    "today.some-done": [
      "{done} done, {open} to go.",
      "Good going: {done} down, {open} left.",
    ],
    "today.all-done": [
      "All done for today. That is a full square.",
      "Everything ticked. Well done.",
      "Done, all of it. See you tomorrow.",
    ],
    "widget.all-done": ["All done for today. That is a full square."],
    "widget.no-habits": ["Nothing here yet. Add what you like doing."],
    "widget.nothing-due": ["Nothing is due today. Enjoy it."],
    "widget.page-intro": [
      "Your year and today's rings in a corner of your screen. A tap completes a habit."
    ],
    "quote": [
      "Small steps, taken often, go a long way.",
      "What you do on most days counts more than what you do on some.",
      "You do not have to feel like it. You only have to begin.",
      "Done is better than planned.",
      "A hobby is time you gave to yourself.",
      "Practice first; inspiration drops by later.",
      "Ten minutes today beat an hour someday.",
    ],
    "check.done": ["{title} — done for {day}."],
    "streak.broken": [
      "{title} is ready for a new start. Your best of {best} still counts, and is there to be beaten."
    ],
    "shell.welcome": ["Do what you love, a little at a time, and watch it add up."],
  ])
}
