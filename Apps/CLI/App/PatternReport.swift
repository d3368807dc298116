import Core
import Presentation
import SobrietyContract
import Terminal
import TimeZones
import TrackingContract

/// Patterns in a person's own marks that are unlike everyday use, for `trellis verify --patterns`.
struct PatternReport: Sendable {
  let patterns: [MarkingPattern]
  let zone: Zone
  let today: Day

  init(_ patterns: [MarkingPattern], zone: Zone, today: Day) {
    self.patterns = patterns
    self.zone = zone
    self.today = today
  }

  /// Checks the marks of every module that keeps some.
  init(of context: some SpaceContext) async throws {
    let habits = try await context.askIfAvailable(PatternsOfMarks()) ?? []
    let sober = try await context.askIfAvailable(PatternsOfSoberMarks()) ?? []
    self.init(habits + sober, zone: context.calendar.zone, today: context.today)
  }

  var views: [any View] {
    guard !patterns.isEmpty else {
      return [Paragraph(verbatim: "All marks look like everyday use.")]
    }
    let intro = "These marks do not look like everyday use. That proves nothing, and nothing is "
    return [EmptyLine(), Paragraph(verbatim: intro + "taken away.")]
      + patterns.map { Paragraph(Text("- " + words($0)), hanging: 2) }
  }

  // MARK: Words

  private func words(_ pattern: MarkingPattern) -> String {
    let of = pattern.title.map { "“\($0)”: " } ?? ""
    let days = pattern.count.counted("day")
    let span = span(pattern)
    let took = pattern.seconds.map(PatternReport.duration) ?? ""
    switch pattern.kind {
    case .zoneHop:
      let offsets = (pattern.offsets ?? []).map(PatternReport.offset).joined(separator: " to ")
      let days = pattern.count == 1 ? "both of \(span)" : "of \(ends(pattern))"
      return "\(when(pattern)): from \(offsets) between \(marks(of: pattern)) that are \(took) "
        + "apart, \(days)."
    case .clockSetBack:
      guard pattern.count > 1 else {
        return "\(of)\(span) was marked by a clock that was \(took) behind an earlier mark."
      }
      return "\(of)\(pattern.count) marks \(pattern.from == pattern.to ? "of " : "")\(span) were "
        + "made by a clock that was up to \(took) behind an earlier mark."
    case .skips: return "\(of)skipped on \(days) \(span)."
    case .lateAtOnce:
      let within = pattern.seconds == 0 ? "at once" : "within \(took)"
      return "\(of)\(days) \(span) were marked \(within), \(when(pattern))."
    case .imported:
      let come = pattern.count == 1 ? "comes" : "come"
      return "\(of)\(days) \(span) \(come) from another program."
    case .journeys: return "\(days) \(span) were shortened by travel, within four weeks."
    case .rulesOfPast:
      return "\(of)the rules of \(days) \(span) were changed afterwards, \(when(pattern))."
    case .lateVacations: return "A vacation for \(days) \(span) was planned \(when(pattern))."
    }
  }

  /// The two marks of a hop.
  private func marks(of hop: MarkingPattern) -> String {
    guard let title = hop.title else { return "two marks" }
    return hop.before.map { "a mark of “\($0)” and one of “\(title)”" } ?? "two marks of “\(title)”"
  }

  private func ends(_ pattern: MarkingPattern) -> String {
    "\(pattern.from.shortWords(today: today)) and \(pattern.to.shortWords(today: today))"
  }

  private func span(_ pattern: MarkingPattern) -> String {
    let first = pattern.from.shortWords(today: today)
    guard pattern.from != pattern.to else { return first }
    return "from \(first) to \(pattern.to.shortWords(today: today))"
  }

  /// `21 Nov at 18:05`.
  private func when(_ pattern: MarkingPattern) -> String {
    guard let at = pattern.at else { return "" }
    let day = LocalCalendar(zone: zone).day(at: at)
    return "\(day.shortWords(today: today)) at \(at.clockTime(in: zone))"
  }

  /// `UTC+05:30`.
  static func offset(_ minutes: Int) -> String {
    "UTC\(minutes < 0 ? "−" : "+")\(abs(minutes).hoursAndMinutes)"
  }

  /// `4 minutes`: in the largest unit of which there are at least two.
  static func duration(_ seconds: Int64) -> String {
    let units: [(Int64, String)] = [(86_400, "day"), (3600, "hour"), (60, "minute"), (1, "second")]
    let (size, name) = units.first { seconds >= 2 * $0.0 } ?? (1, "second")
    return (seconds / size).counted(name)
  }

  // MARK: JSON

  struct Item: Encodable, Sendable {
    let kind: MarkingPattern.Kind
    @OrNull var title: String?
    let from: Day
    let to: Day
    let count: Int
    /// RFC 3339.
    @OrNull var at: String?
    /// Before and after a hop, in minutes east of UTC.
    @OrNull var offsets: [Int]?
    @OrNull var seconds: Int64?
  }

  var items: [Item] {
    patterns.map {
      Item(
        kind: $0.kind,
        title: $0.title,
        from: $0.from,
        to: $0.to,
        count: $0.count,
        at: $0.at?.rfc3339(in: zone),
        offsets: $0.offsets,
        seconds: $0.seconds
      )
    }
  }
}
