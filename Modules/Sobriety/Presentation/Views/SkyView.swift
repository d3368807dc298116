import Core
import Presentation
import SobrietyContract
import Terminal

/// The days of the current run on a terminal, in the sky that they have cleared.
enum SkyView {
  private static let sun = [
    "....####....",
    "..########..",
    ".##########.",
    ".##########.",
    ".##########.",
    ".##########.",
    "..########..",
    "....####....",
  ]
  private static let moon = [
    "....###....*",
    "*.####......",
    "..###.....*.",
    ".####.......",
    ".####.......",
    "..####....#.",
    "*.#########.",
    "....#####..*",
  ]
  private static let ground = "============"

  static func of(_ sobriety: Sobriety, words: [Text]) -> Headline {
    let sky = Sky(sobriety)
    return Headline(
      PixelArt(
        (sky.isDay ? day(sky) : night(sky)) + [ground, ""],
        styles: ["#": sky.isDay ? .warning : .accent, "*": .accent, "=": .muted]
      ),
      LargeNumber(sobriety.current, .accent),
      words: words
    )
  }

  /// The moon, with a star fewer after each milestone.
  private static func night(_ sky: Sky) -> [String] {
    var left = Sky.firstDay - 1 - sky.clearness
    return moon.map { row in
      String(
        row.map { pixel in
          guard pixel == "*" else { return pixel }
          left -= 1
          return left >= 0 ? pixel : "."
        }
      )
    }
  }

  /// The sun, higher after each milestone.
  private static func day(_ sky: Sky) -> [String] {
    let risen = min(sun.count, 2 * (sky.clearness - Sky.firstDay + 1))
    return Array(repeating: "", count: sun.count - risen) + sun.prefix(risen)
  }
}
