import Core
import Pages
import Presentation
import SobrietyContract

/// The page of the current state and the calendar.
enum SoberPage {
  static func content(_ request: PageRequest) async throws -> PageContent {
    let context = request.context
    let place = SoberRoute(request)
    let sobriety = try await context.ask(SobrietyOf(substance: place.substance))
    let all = try await context.ask(AllSubstances())
    let calendar = SoberCalendar(
      days: try await context.ask(
        SoberDays(substance: place.substance, from: place.first(context), to: context.today)
      ),
      sobriety: sobriety,
      place: place
    )
    let more = try await request.cards(
      in: .sobriety,
      about: ["of": sobriety.substance.id.description]
    )
    let diary = DiaryCards(
      day: try await DiaryCards.day(context.today, of: place, context),
      substance: sobriety.substance,
      request: request
    )
    let title = all.count > 1 ? sobriety.substance.name : context.say(.soberTab)
    let settings = HTML.link(
      place.settings,
      context.say(.soberSettingsTitle),
      style: "button quiet"
    )
    return PageContent(
      title: title,
      refreshAt: refreshAt(context),
      body: """
        \(HTML.header(title, note: context.today.words))\
        \(switcher(all, sobriety.substance, place, context))\
        <div class="sober">\
        <div class="sober-now">\(SoberCards.standing(sobriety, request))\
        \(SoberCards.isEmpty(sobriety) ? nil : diary.home(sobriety))</div>\
        \(calendar.html(request))\
        <div class="sober-side">\
        \(SoberCards.why(sobriety, request))\
        \(SoberCards.savings(sobriety, place, context))\
        \(SoberCards.milestones(sobriety, place, context))\
        \(more)<p>\(settings)</p></div></div>
        """
    )
  }

  /// When the page changes by itself: in the evening and with the next day.
  private static func refreshAt(_ context: PageContext) -> Instant {
    let evening = DiaryCards.evening(context)
    guard context.now >= evening else { return evening }
    return context.calendar.start(of: context.today.advanced(by: 1))
  }

  /// Returns one link per substance, if there are several.
  private static func switcher(
    _ all: [Substance],
    _ current: Substance,
    _ place: SoberRoute,
    _ context: PageContext
  ) -> HTML? {
    guard all.count > 1 else { return nil }
    let links = all.map { substance -> HTML in
      let current = substance.id == current.id ? "page" : nil
      let href = SoberRoute(of: substance).page
      return """
        <a class="chip" href="\(href)"\(attribute: "aria-current", current)>\(substance.name)</a>
        """
    }
    return """
      <nav class="cluster sober-switch" aria-label="\(context.say(.soberSwitch))">\
      \(links.joined())</nav>
      """
  }
}

/// The substance and the part of the calendar that a page's URL selects.
struct SoberRoute: Sendable {
  /// The effect of a tap on a day.
  enum Tap: String { case mark, open }

  /// A substance's ID; nil for the default one.
  let substance: String?
  /// The number of past weeks shown, including the current one.
  var weeks = SoberRoute.glance
  var tap = Tap.mark

  /// The initial number of weeks: one more than the container shows.
  ///
  /// A script loads earlier weeks on scrolling. Every week takes half a kilobyte or more, and the
  /// page must load at once.
  static let glance = SoberCalendar.weeksAhead + 2
  /// The number of weeks added at a time: half a year.
  static let step = 26
  /// The maximum number of whole weeks in one query.
  static let most = DayRange.longest / 7 - 1

  init(of substance: Substance?) { self.substance = substance?.id.description }

  init(_ request: PageRequest) {
    substance = request.query["of"]
    weeks = request.query["weeks"].flatMap { Int($0) } ?? SoberRoute.glance
    weeks = min(max(SoberRoute.glance, weeks), SoberRoute.most)
    tap = request.query["tap"].flatMap { Tap(rawValue: $0) } ?? .mark
  }

  /// Returns the first day shown.
  func first(_ context: PageContext) -> Day {
    context.calendar.startOfWeek(context.today).advanced(by: -7 * (weeks - 1))
  }

  var page: String { "/sober" + query() }
  var settings: String { "/sober/settings" + query(withCalendar: false) }
  var health: String { "/sober/health" + query(withCalendar: false) }
  var craving: String { "/sober/craving" + query(withCalendar: false) }

  func day(_ day: Day) -> String { "/sober/days/\(day)" + query(withCalendar: false) }

  /// The URL of the calendar with earlier weeks; nil once all weeks are shown.
  var further: String? {
    guard weeks < SoberRoute.most else { return nil }
    var place = self
    place.weeks = min(weeks + SoberRoute.step, SoberRoute.most)
    return place.page
  }

  func tapping(_ tap: Tap) -> String {
    var place = self
    place.tap = tap
    return place.page
  }

  /// The hidden form fields that keep the substance selected.
  var fields: [(name: String, value: String)] { substance.map { [("of", $0)] } ?? [] }

  private func query(withCalendar: Bool = true) -> String {
    var parts = substance.map { ["of=\($0.addressed)"] } ?? []
    if withCalendar, weeks != SoberRoute.glance { parts.append("weeks=\(weeks)") }
    if withCalendar, tap != .mark { parts.append("tap=\(tap.rawValue)") }
    return parts.isEmpty ? "" : "?" + parts.joined(separator: "&")
  }
}

extension String {
  /// The text percent-encoded for a value in a URL's query.
  ///
  /// Source: RFC 3986, 2.3: unreserved characters are not encoded.
  fileprivate var addressed: String {
    let digits = Array("0123456789ABCDEF")
    return utf8.reduce(into: "") { text, byte in
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E:
        text.unicodeScalars.append(Unicode.Scalar(byte))
      default: text += "%\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])"
      }
    }
  }
}
