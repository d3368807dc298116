import Core
import Pages
import Presentation
import SobrietyContract

/// The page of the changes that the body may notice, and when.
enum SoberHealthPage {
  static func content(_ request: PageRequest) async throws -> PageContent {
    let context = request.context
    let place = SoberRoute(request)
    let sobriety = try await context.ask(SobrietyOf(substance: place.substance))
    guard !HealthMilestone.known(for: sobriety.substance).isEmpty else { throw NotFound() }
    let title = context.say(.soberHealthTitle)
    return PageContent(
      title: title,
      body: """
        \(HTML.wayBack(place.page, context.say(.soberBack)))\
        \(HTML.header(title))\(SoberCards.allHealth(sobriety, context))
        """
    )
  }
}
