import Presentation
import StreaksContract
import TrackingContract

/// What is said beside the flame of the longest running streak, on pages and on terminals.
struct FlameWords {
  /// The length of the streak, such as `12 days`.
  let length: String
  /// Which habit burns, or that it is still open today.
  let state: String
  /// The habit's longest streak so far, if that was longer.
  let best: String?

  init(_ longest: HabitStreak, _ titles: DistinctTitles, _ context: any SpaceContext) {
    let title = titles.title(longest.title, longest.habit)
    length = longest.unit.words(longest.current)
    state = context.say(longest.atRisk ? .blazeOpen : .blazeLit, ["title": title])
    best =
      longest.best > longest.current
      ? context.say(.blazeBest, ["length": longest.unit.words(longest.best)]) : nil
  }
}
