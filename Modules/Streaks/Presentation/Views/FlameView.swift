import Commands
import Core
import Presentation
import StreaksContract
import Terminal
import TrackingContract

/// The flame of the longest running streak, at the head of the terminal's list of streaks.
enum FlameView {
  private static let shape = [
    ".....o....",
    "....oo....",
    "....ooo...",
    "...oooo...",
    ".o.ooooo..",
    ".oooo.ooo.",
    "ooooiiooo.",
    "ooooiiiooo",
    "oooiiiiooo",
    ".ooiiiioo.",
    "..ooiioo..",
    "...oooo...",
  ]

  /// Returns nothing in products with another head, and where no streak runs.
  static func of(
    _ report: StreaksReport,
    _ titles: DistinctTitles,
    _ context: CommandContext
  ) -> [any View] {
    guard context.product.theme.look.motif == .ember, let longest = report.longest else {
      return []
    }
    let title = titles.title(longest.title, longest.habit)
    let said = context.say(longest.atRisk ? .blazeOpen : .blazeLit, ["title": title])
    let best = context.say(.blazeBest, ["length": longest.unit.words(longest.best)])
    let words = [
      Text(longest.unit.words(longest.current), .bold), Text(said),
      Text(longest.best > longest.current ? best : "", .muted),
    ]
    // As long as today is open the flame burns low.
    let styles: [Character: Style] = ["o": longest.atRisk ? .muted : .warning, "i": .accent]
    return [
      Headline(
        PixelArt(shape, styles: styles),
        LargeNumber(longest.current, longest.atRisk ? .muted : .warning),
        words: words.filter { !$0.isEmpty }
      ),
      EmptyLine(),
    ]
  }
}
