import Core
import Pages
import Presentation
import SobrietyContract

/// The page for a craving: a breath to follow, a time to wait, what helps, and what is at stake.
enum CravingPage {
  static func content(_ request: PageRequest) async throws -> PageContent {
    let context = request.context
    let place = SoberRoute(request)
    let sobriety = try await context.ask(SobrietyOf(substance: place.substance))
    let cravings = try await context.ask(CravingsOf(substance: place.substance))
    let causes = try await context.ask(CausesOfSlips(substance: place.substance))
    let title = context.say(.cravingTitle)
    return PageContent(
      title: title,
      body: """
        \(HTML.wayBack(place.page, context.say(.soberBack)))\
        \(HTML.header(title, note: context.say(.cravingLead)))\
        <div class="craving">\(wait(cravings, place, request))\
        <div class="craving-side">\(steps(context))\(yours(sobriety, context))\
        \(CausesCard.html(causes, context))\(help(sobriety.substance, context))</div></div>
        """
    )
  }

  /// Returns the link to this page.
  static func link(_ place: SoberRoute, _ context: PageContext) -> HTML {
    HTML.link(place.craving, context.say(.cravingOpen), style: "button sober-craving")
  }

  /// Returns the circle, the time that is left, and the button for when it has passed.
  ///
  /// A script shows the clock, since it would stand still without one.
  private static func wait(
    _ cravings: Cravings,
    _ place: SoberRoute,
    _ request: PageRequest
  ) -> HTML {
    let context = request.context
    let passed = request.button(
      "sobriety.pass-craving",
      fields: place.fields,
      class: "button primary sober-mark",
      "\(context.say(.cravingThrough))"
    )
    let count: HTML? =
      cravings.passed > 0 ? "<p class=\"craving-count\">\(cravings.words(context))</p>" : nil
    return HTML.card(
      style: "craving-wait",
      """
      <div class="craving-breath" aria-hidden="true"></div>\
      <p>\(context.say(.cravingBreathe))</p>\
      <p class="craving-clock" role="timer" aria-label="\(context.say(.cravingLeft))" \
      data-since="\(context.now.rfc3339(in: context.calendar.zone))" \
      data-wait="\(CravingWords.wait)" hidden>\
      <b data-part="m">15</b>:<b data-part="s">00</b></p>\
      <p class="craving-until">\(CravingWords.wait(context))</p>\(passed)\(count)
      """
    )
  }

  private static func steps(_ context: PageContext) -> HTML {
    let items = CravingWords.steps.map { step -> HTML in
      "<li><b>\(context.say(step.name))</b> \(context.say(step.how))</li>"
    }
    return HTML.card(
      context.say(.cravingSteps),
      "<ol class=\"craving-steps\">\(items.joined())</ol>"
    )
  }

  private static func yours(_ sobriety: Sobriety, _ context: PageContext) -> HTML? {
    let words = CravingWords.yours(sobriety, context)
    guard !words.isEmpty || !sobriety.why.isEmpty else { return nil }
    let why: HTML? =
      sobriety.why.isEmpty ? nil : "<blockquote class=\"sober-why\">\(sobriety.why)</blockquote>"
    let paragraphs = words.map { words -> HTML in "<p>\(words)</p>" }
    return HTML.card(context.say(.cravingYours), "\(why)\(paragraphs.joined())")
  }

  private static func help(_ substance: Substance, _ context: PageContext) -> HTML {
    let words = CravingWords.help(substance, context)
    let paragraphs = words.map { words -> HTML in "<p class=\"small\">\(words)</p>" }
    return HTML.card(style: "quiet", paragraphs.joined())
  }
}
