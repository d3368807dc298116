import Core
import Pages
import Presentation
import StreaksContract
import TrackingContract

/// The single large flame of a product about streaks, with its number.
enum Blaze {
  /// The flame at the head of the first page; nil for products with another head.
  static func head(_ request: PageRequest) async throws -> HTML? {
    let context = request.context
    guard context.product.theme.look.motif == .ember, context.showsStreaks else { return nil }
    return try await html(context.ask(AllStreaks()), request)
  }

  /// Returns nil as long as there is no habit.
  static func html(_ report: StreaksReport, _ request: PageRequest) async throws -> HTML? {
    let context = request.context
    guard context.product.theme.look.motif == .ember, !report.items.isEmpty else { return nil }
    guard let longest = report.longest else {
      let resting = try await RestingHabits.load(context)
      let isRest = report.items.allSatisfy { resting.restsToday($0.habit) }
      let words = context.say(isRest ? .blazeRest : .blazeOut)
      return section("out", 1, Fire(count: nil).html, "<p>\(words)</p>", context)
    }
    let words = FlameWords(longest, try await report.titles(context), context)
    return section(
      longest.atRisk ? "open" : "lit",
      Milestones.rank(of: longest.current * longest.unit.days),
      Fire(count: longest.current).html,
      """
      <p class="blaze-count">\(words.length)</p><p>\(words.state)</p>\
      \(words.best.map { best -> HTML in "<p class=\"small muted\">\(best)</p>" })
      """,
      context
    )
  }

  private static func section(
    _ state: String,
    _ rank: Int,
    _ flame: HTML,
    _ words: HTML,
    _ context: PageContext
  ) -> HTML {
    """
    <section class="blaze" data-fire="\(state)" data-rank="\(rank)" \
    aria-label="\(context.say(.streakTitle))">\(flame)<div>\(words)</div></section>
    """
  }

  static let rules =
    """
    .blaze{position:relative;isolation:isolate;display:flex;align-items:center;gap:1rem clamp(1rem,4vw,2.5rem);margin-bottom:1.5rem}
    .blaze::before{content:"";position:absolute;z-index:-1;left:calc(clamp(6.5rem,4.5rem + 8vw,11rem)/2 - 10rem);top:-4rem;width:20rem;height:18rem;background:radial-gradient(closest-side,color-mix(in srgb,var(--accent-fill) 26%,transparent),transparent)}
    .blaze[data-fire=out]::before{content:none}
    .blaze>div>*+*{margin-top:.3rem}
    .blaze-count{font:var(--display-weight) clamp(2.1rem,1.5rem + 3vw,3.6rem)/1 var(--display);letter-spacing:var(--tracking)}
    .blaze[data-rank="3"] .fire{width:clamp(7rem,5rem + 8.5vw,12rem)}
    .blaze:is([data-rank="4"],[data-rank="5"]) .fire{width:clamp(7.5rem,5rem + 10vw,13.5rem)}
    @media (max-width:19.99rem){.blaze{flex-direction:column;align-items:flex-start}.blaze::before{content:none}}

    """ + Fire.rules
}
