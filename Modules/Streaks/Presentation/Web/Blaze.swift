import Core
import Pages
import Presentation
import StreaksContract
import TrackingContract

/// The one great flame of a product about streaks, with its number.
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
      return section("out", 1, flame(nil), "<p>\(context.say(.blazeOut))</p>", context)
    }
    let title = try await report.titles(context).title(longest.title, longest.habit)
    let phrase: Phrase = longest.atRisk ? .blazeOpen : .blazeLit
    let words = longest.unit.words(longest.current)
    let best = context.say(.blazeBest, ["length": longest.unit.words(longest.best)])
    return section(
      longest.atRisk ? "open" : "lit",
      Milestones.rank(of: longest.current * longest.unit.days),
      flame(longest.current),
      """
      <p class="blaze-count">\(words)</p><p>\(context.say(phrase, ["title": title]))</p>\
      \(longest.best > longest.current ? "<p class=\"small muted\">\(best)</p>" : nil)
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

  /// Three tongues, each within the one before.
  private static func flame(_ count: Int?) -> HTML {
    let number = count.map { count -> HTML in
      let digits = count.description.count
      return """
        <text x="60" y="\(digits > 2 ? 122 : 126)" text-anchor="middle" data-digits="\(digits)">\(count)</text>
        """
    }
    return """
      <svg class="fire" viewBox="0 0 120 150" aria-hidden="true"><path class="outer" d="M64 3c4 29 46 45 46 \
      91a50 50 0 0 1-100 0c0-24 13-36 22-52 1 14 6 22 14 27-3-24 4-46 18-66z"/><path class="middle" d="M62 \
      44c3 18 33 29 33 59a35 35 0 0 1-70 0c0-16 9-24 16-35 1 10 5 15 10 18-2-15 2-29 11-42z"/>\
      <path class="core" d="M60 78c2 8 27 14 27 35a27 27 0 0 1-54 0c0-18 22-22 27-35z"/>\(number)</svg>
      """
  }

  static let rules = """
    .blaze{position:relative;isolation:isolate;display:flex;align-items:center;gap:1rem clamp(1rem,4vw,2.5rem);margin-bottom:1.5rem}
    .blaze::before{content:"";position:absolute;z-index:-1;left:calc(clamp(6.5rem,4.5rem + 8vw,11rem)/2 - 10rem);top:-4rem;width:20rem;height:18rem;background:radial-gradient(closest-side,color-mix(in srgb,var(--accent-fill) 26%,transparent),transparent)}
    .blaze[data-fire=out]::before{content:none}
    .blaze>div>*+*{margin-top:.3rem}
    .blaze-count{font:var(--display-weight) clamp(2.1rem,1.5rem + 3vw,3.6rem)/1 var(--display);letter-spacing:var(--tracking)}
    .fire{width:clamp(6.5rem,4.5rem + 8vw,11rem);flex:none;overflow:visible}
    .blaze[data-rank="3"] .fire{width:clamp(7rem,5rem + 8.5vw,12rem)}
    .blaze:is([data-rank="4"],[data-rank="5"]) .fire{width:clamp(7.5rem,5rem + 10vw,13.5rem)}
    .fire path{transform-origin:60px 150px}
    .fire .outer{fill:var(--accent-fill)}
    .fire .middle{fill:#ff9d2e}
    .fire .core{fill:#ffe9b8}
    .fire text{font:850 38px var(--display);letter-spacing:-.04em;fill:#4a1502}
    .fire [data-digits="3"]{font-size:25px}
    .fire :is([data-digits="4"],[data-digits="5"]){font-size:21px}
    [data-fire=open] .outer{fill:color-mix(in srgb,var(--accent-fill) 38%,var(--surface))}
    [data-fire=open] .middle{fill:#f7b35f}
    [data-fire=out] path{fill:var(--sunken);stroke:var(--edge);stroke-width:2;stroke-dasharray:5 5}
    [data-fire=out] :is(.middle,.core){display:none}
    [data-fire=lit] .outer{animation:burn 2.8s ease-in-out infinite alternate}
    [data-fire=lit] .middle{animation:burn 2.1s -.7s ease-in-out infinite alternate-reverse}
    @keyframes burn{from{transform:skewX(-1.5deg) scaleY(.98)}to{transform:skewX(1.5deg) scaleY(1.03)}}

    """
}

extension StreaksReport {
  /// The run that has lasted longest, of those that are still running.
  var longest: HabitStreak? {
    items.filter { $0.current > 0 }.max {
      ($0.current * $0.unit.days, $0.best) < ($1.current * $1.unit.days, $1.best)
    }
  }
}

extension StreakUnit {
  /// About how many days one is, to compare runs of different units.
  var days: Int {
    switch self {
    case .day, .occurrence: 1
    case .week: 7
    case .month: 30
    }
  }
}
