import Core
import Pages
import Presentation
import SobrietyContract

/// Where a person stands, and their calendar.
enum SoberPage {
  static func content(_ request: PageRequest) async throws -> PageContent {
    let context = request.context
    let place = SoberPlace(request)
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
    let title = all.count > 1 ? sobriety.substance.name : context.say(.soberTab)
    let settings = HTML.link(
      place.settings,
      context.say(.soberSettingsTitle),
      style: "button quiet"
    )
    return PageContent(
      title: title,
      refreshAt: context.calendar.start(of: context.today.advanced(by: 1)),
      body: """
        \(HTML.header(title, note: context.today.words))\
        \(switcher(all, sobriety.substance, place, context))\
        <div class="sober">\
        \(SoberCards.standing(sobriety, request))\
        \(calendar.html(request))\
        <div class="sober-side">\
        \(SoberCards.why(sobriety, request))\
        \(SoberCards.savings(sobriety, place, context))\
        \(SoberCards.milestones(sobriety, context))\
        \(more)<p>\(settings)</p></div></div>
        """
    )
  }

  /// One link for each thing that is left out, where there are several.
  private static func switcher(
    _ all: [Substance],
    _ current: Substance,
    _ place: SoberPlace,
    _ context: PageContext
  ) -> HTML? {
    guard all.count > 1 else { return nil }
    let links = all.map { substance -> HTML in
      let current = substance.id == current.id ? "page" : nil
      let href = SoberPlace(of: substance).page
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

/// Which substance and how much of the calendar a page is about, as its address says.
struct SoberPlace: Sendable {
  /// What a tap on a day does.
  enum Tap: String { case mark, open }

  /// A substance's id; nil for the one that is meant where nothing is named.
  let substance: String?
  /// How many weeks of the past are shown, this one included.
  var weeks = SoberPlace.glance
  var tap = Tap.mark

  /// One more than the window shows, which a script fills up as soon as somebody scrolls: every
  /// week is half a kilobyte or more, and the page is to be there at once.
  static let glance = SoberCalendar.weeksAhead + 2
  /// Half a year at a time is added.
  static let step = 26
  /// As many whole weeks as may be asked for at once.
  static let most = DayRange.longest / 7 - 1

  init(of substance: Substance?) { self.substance = substance?.id.description }

  init(_ request: PageRequest) {
    substance = request.query["of"]
    weeks = request.query["weeks"].flatMap { Int($0) } ?? SoberPlace.glance
    weeks = min(max(SoberPlace.glance, weeks), SoberPlace.most)
    tap = request.query["tap"].flatMap { Tap(rawValue: $0) } ?? .mark
  }

  /// The first day that is shown.
  func first(_ context: PageContext) -> Day {
    context.calendar.startOfWeek(context.today).advanced(by: -7 * (weeks - 1))
  }

  var page: String { "/sober" + query() }
  var settings: String { "/sober/settings" + query(withCalendar: false) }

  func day(_ day: Day) -> String { "/sober/days/\(day)" + query(withCalendar: false) }

  /// The same calendar with earlier weeks; nil at the beginning of time.
  var further: String? {
    guard weeks < SoberPlace.most else { return nil }
    var place = self
    place.weeks = min(weeks + SoberPlace.step, SoberPlace.most)
    return place.page
  }

  func tapping(_ tap: Tap) -> String {
    var place = self
    place.tap = tap
    return place.page
  }

  /// What goes along with forms, so that they are about the same substance.
  var fields: [(name: String, value: String)] { substance.map { [("of", $0)] } ?? [] }

  private func query(withCalendar: Bool = true) -> String {
    var parts = substance.map { ["of=\($0.addressed)"] } ?? []
    if withCalendar, weeks != SoberPlace.glance { parts.append("weeks=\(weeks)") }
    if withCalendar, tap != .mark { parts.append("tap=\(tap.rawValue)") }
    return parts.isEmpty ? "" : "?" + parts.joined(separator: "&")
  }
}

extension String {
  /// Percent-encoded for a value behind the `?`.
  ///
  /// Source: RFC 3986, 2.3: unreserved characters stand for themselves.
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
