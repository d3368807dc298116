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
    let words = FlameWords(longest, titles, context)
    // As long as today is open the flame burns low.
    let fire: Style = longest.atRisk ? .muted : .warning
    return [
      Headline(
        PixelArt(shape, styles: ["o": fire, "i": .accent]),
        LargeNumber(longest.current, fire),
        words: [Text(words.length, .bold), Text(words.state)]
          + (words.best.map { [Text($0, .muted)] } ?? [])
      ),
      EmptyLine(),
    ]
  }
}
