import CommandKit
import Core
import PageKit
import TelemetryContract

/// Telemetry on the privacy page.
extension TelemetrySurface: WebSurface {
  public static let cards = [Card(in: .privacy, order: 10, body: TelemetryCard.body)]

  public static let actions = [
    FormAction("telemetry.choose") { fields, session in
      let isOn = try fields.required("state") == "on"
      try await TelemetryReport.choose(isOn, session)
      let report = try await TelemetryReport.load(session)
      return .done(session.say(report.phrase))
    }
  ]

  public static let documents = [
    Document("telemetry", TelemetryStatus.summary) { request in
      TelemetryDocument(try await TelemetryReport.load(request.session), request.session)
    },
    Document("telemetry/disclosure", "What is counted, and what never is.") { _ in
      DisclosureDocument()
    },
  ]

  public static let downloads = [
    Download("/telemetry/preview.json") { visit in
      let body = try await TelemetryReport.load(visit.session).body(visit.session)
      return DownloadedFile(Array(body.utf8), contentType: "application/json")
    }
  ]
}

/// What is counted, with the switch and a look at all of it.
enum TelemetryCard {
  static func body(_ visit: Visit) async throws -> HTML? {
    let session = visit.session
    let report = try await TelemetryReport.load(session)
    let lists: [(Phrase, [String])] = [
      (.telemetryCollected, Disclosure.collected), (.telemetryNever, Disclosure.never),
      (.telemetryControl, Disclosure.web),
    ]
    let preview: HTML = """
      <p class="small muted">\(session.say(.telemetryPreviewHow))</p>\
      <pre class="code" tabindex="0"><code>\(try report.body(session))</code></pre>\
      <p>\(HTML.link("/telemetry/preview.json", session.say(.telemetryPreviewFile)))</p>
      """
    let sections = lists.map { title, lines -> HTML in
      let items = lines.map { line -> HTML in "<li>\(line)</li>" }
      return "<h3>\(session.say(title))</h3><ul>\(items.joined())</ul>"
    }
    return HTML.card(
      session.say(.telemetryTitle),
      """
      <p><b>\(session.say(report.phrase))</b></p><div>\(control(report, visit))</div>\
      \(sections.joined())\
      \(HTML.disclosure(session.say(.telemetryPreview), preview))
      """
    )
  }

  /// The switch; where every program was asked not to track there is nothing to switch.
  private static func control(_ report: TelemetryReport, _ visit: Visit) -> HTML? {
    guard report.view.isAllowed, !report.doNotTrack else { return nil }
    let isOn = report.view.isOn
    return visit.button(
      "telemetry.choose",
      fields: [("state", isOn ? "off" : "on")],
      class: "button",
      "\(visit.session.say(isOn ? .telemetrySwitchOff : .telemetrySwitchOn))"
    )
  }
}
