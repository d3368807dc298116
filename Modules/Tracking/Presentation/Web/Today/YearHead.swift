import Core
import Pages
import Presentation
import StreaksContract
import TrackingContract

/// The year at the head of the first page, as on a maker's profile.
enum YearHead {
  private static let weeks = 52
  /// The weeks are whole ones and begin some days before that.
  private static let length = 365

  /// Returns nil for products with another head, and as long as there is no habit.
  static func html(_ request: PageRequest) async throws -> HTML? {
    let context = request.context
    guard context.product.theme.look.motif == .plain else { return nil }
    // Today is shown even if its year cannot be.
    guard let habits = try? await context.ask(AllHabits(includesArchived: true)), !habits.isEmpty,
      let year = try? await HistoryDocument.load(nil, weeks: weeks, context)
    else { return nil }
    let last = year.days.suffix(length)
    let total = context.number(last.reduce(0) { $0 + $1.count })
    let active = last.count { $0.count > 0 }
    let days = active.counted("day")
    let words = context.say(.yearWords, ["total": total, "days": days])
    let graph = ContributionGraph(
      levels: last.map { ($0.day, $0.level) },
      weekStart: context.calendar.weekStart,
      today: context.today
    )
    return """
      <section class="year" aria-label="\(context.say(.yearTitle))">\
      <p class="year-tally"><b>\(total)</b> \(context.say(.yearTally, ["days": days]))</p>\
      \(HTML.link("\(HistoryPage.path)?weeks=\(weeks)", style: "year-graph", label: words, graph.html))\
      </section>
      """
  }

  static let rules =
    """
    .year{margin-bottom:1.75rem}
    .year-tally{color:var(--muted)}
    .year-tally b{font:700 clamp(2rem,1.6rem + 1.8vw,3rem)/1 var(--mono);letter-spacing:-.05em;color:var(--ink);margin-right:.15em}
    .year-graph{display:block;margin-top:.6rem;text-decoration:none;border-radius:var(--radius)}

    """ + ContributionGraph.rules
}
