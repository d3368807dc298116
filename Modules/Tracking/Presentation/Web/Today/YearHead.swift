import Core
import Pages
import Presentation
import StreaksContract
import TrackingContract

/// The year at the head of the first page, as on a maker's profile.
enum YearHead {
  private static let weeks = 52

  /// Returns nil for products with another head, and as long as there is no habit.
  static func html(_ request: PageRequest) async throws -> HTML? {
    let context = request.context
    guard context.product.theme.look.motif == .plain else { return nil }
    // Today is shown even if its year cannot be.
    guard let habits = try? await context.ask(AllHabits(includesArchived: true)), !habits.isEmpty,
      let year = try? await HistoryDocument.load(nil, weeks: weeks, context)
    else { return nil }
    let days = year.activeDays == 1 ? "1 day" : "\(year.activeDays) days"
    let words = context.say(.yearWords, ["total": "\(year.total)", "days": days])
    let graph = ContributionGraph(
      levels: year.days.map { ($0.day, $0.level) },
      weekStart: context.calendar.weekStart,
      today: context.today
    )
    return """
      <section class="year" aria-label="\(context.say(.yearTitle))">\
      <p class="year-tally"><b>\(year.total)</b> \(context.say(.yearTally, ["days": days]))</p>\
      \(HTML.link("\(HistoryPage.path)?weeks=\(weeks)", style: "year-graph", label: words, graph.html))\
      </section>
      """
  }

  static let rules = """
    .year{margin-bottom:1.75rem}
    .year-tally{color:var(--muted)}
    .year-tally b{font:700 clamp(2rem,1.6rem + 1.8vw,3rem)/1 var(--mono);letter-spacing:-.05em;color:var(--ink);margin-right:.15em}
    .year-graph{display:block;margin-top:.6rem;text-decoration:none;border-radius:var(--radius)}
    .graph{display:flex;overflow:hidden;gap:.2rem}
    .graph svg{min-width:0}
    .graph-weekdays{flex:30 1 0}
    .graph-days{flex:742 1 0;aspect-ratio:742/118}
    .graph text{font:10px var(--mono);fill:var(--muted)}
    .graph path{fill:none;stroke-width:14;stroke:var(--heat-0)}
    .graph .heat-1{stroke:var(--heat-1)}
    .graph .heat-2{stroke:var(--heat-2)}
    .graph .heat-3{stroke:var(--heat-3)}
    .graph .heat-4{stroke:var(--heat-4)}
    .graph-today{fill:none;stroke:var(--ink);stroke-width:1.5;animation:arrive .5s ease-out}
    @keyframes arrive{from{stroke-width:7;opacity:0}}
    @media (max-width:36rem){.graph-days{flex-grow:224;aspect-ratio:224/118}.graph-old{display:none}}

    """
}
