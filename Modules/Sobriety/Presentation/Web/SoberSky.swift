import Core
import Pages
import Presentation
import SobrietyContract

/// The head of the page: the running time in a sky that clears along the milestones.
struct SoberSky {
  private let sobriety: Sobriety
  private let sky: Sky
  private let context: PageContext
  private let place: SoberRoute

  init(_ sobriety: Sobriety, _ request: PageRequest) {
    self.sobriety = sobriety
    sky = Sky(sobriety)
    context = request.context
    place = SoberRoute(request)
  }

  func html(_ words: String) -> HTML {
    """
    <div class="sober-sky"\(attribute: "data-day", if: sky.isDay)>\
    \(drawing)<p class="sober-words">\(words)</p>\
    \(SoberTimerView(sobriety.timer, context, place: place, days: sobriety.current).html(ring))\(next)</div>
    """
  }

  /// Returns what is left to the next milestone, while a run lasts.
  private var next: HTML? {
    guard sobriety.current > 0 else { return nil }
    let values = [
      "days": sobriety.nextMilestone.counted("day"),
      "left": (sobriety.nextMilestone - sobriety.current).counted("day"),
      "date": sobriety.nextMilestoneDay.shortWords(today: context.today),
    ]
    return """
      <p class="small">\(context.say(.soberNextTitle)) <b>\(context.say(.soberNext, values))</b></p>
      """
  }

  /// The ring around the days, filled by the progress from the last milestone to the next.
  private var ring: HTML {
    let last = SoberMilestones.reached(by: sobriety.current).last ?? 0
    let way = max(1, sobriety.nextMilestone - last)
    let share = (sobriety.current - last) * 100 / way
    return """
      <svg class="sober-ring" viewBox="0 0 120 120" aria-hidden="true">\
      <circle cx="60" cy="60" r="56"/>\
      <circle cx="60" cy="60" r="56" pathLength="100" stroke-dasharray="\(share) 100"/></svg>
      """
  }

  /// Moon and stars, or a sun that is higher after each milestone, above two hills.
  ///
  /// Places are shares of the head, so that it is whole on a phone and on a wide screen.
  private var drawing: HTML {
    let colors = SoberSky.colors[sky.clearness]
    let height = sky.isDay ? 52 - 11 * (sky.clearness - Sky.firstDay) : 34
    let light: HTML =
      sky.isDay
      ? "<circle class=\"sun\" cx=\"24\" cy=\"24\" r=\"21\"/>"
      : "<path class=\"moon\" d=\"M28 4a20 20 0 1 0 16 30A17 17 0 0 1 28 4z\"/>"
    let left = sky.isDay ? 0 : SoberSky.stars.count - sky.clearness
    let stars = SoberSky.stars.prefix(left).map { x, y -> HTML in
      "<circle cx=\"\(x)%\" cy=\"\(y)%\" r=\"1.5\"/>"
    }
    return """
      <svg class="sober-view" aria-hidden="true"><linearGradient id="sky" x2="0" y2="1">\
      <stop stop-color="\(colors.above)"/><stop offset="1" stop-color="\(colors.below)"/>\
      </linearGradient><rect width="100%" height="100%" fill="url(#sky)"/><g>\(stars.joined())</g>\
      <svg x="79%" y="\(height)%" width="48" height="48" viewBox="0 0 48 48">\(light)</svg>\
      <svg y="82%" width="100%" height="18%" viewBox="0 0 400 60" preserveAspectRatio="none">\
      <path class="hill" d="M0 34q90-40 190-12t210-18v60H0z"/>\
      <path class="hill" d="M0 50q120-28 220-6t180-14v34H0z"/></svg></svg>
      """
  }

  /// The colors of each sky from night to day.
  ///
  /// They are in the drawing instead of the style sheet, since a page shows one of them.
  private static let colors: [(above: String, below: String)] = [
    ("#0b1026", "#1a2150"), ("#10173a", "#2a2f6b"), ("#161f4d", "#3d3a7e"),
    ("#1d2960", "#5a4689"), ("#263572", "#7c4f88"), ("#2f4380", "#96567c"), ("#8fb4e0", "#fbd3b0"),
    ("#84b5ea", "#fde3c0"), ("#74b2f0", "#fdf0d8"), ("#5fa8f2", "#dff1ff"),
  ]

  /// Where the stars are, in percent; the longer the run, the fewer of them are left.
  private static let stars = [
    (6, 12), (14, 38), (91, 20), (9, 66), (86, 70), (20, 24), (95, 48), (17, 84), (4, 30),
  ]
}
