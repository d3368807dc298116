import Core
import Pages
import Presentation
import TelemetryContract

/// Telemetry on the privacy page.
extension TelemetryPresentation: PagePresentation {
  public static let cards = [Card(in: .privacy, order: 10, body: TelemetryCard.body)]

  public static let actions = [
    FormAction("telemetry.choose") { fields, context in
      let isOn = try fields.required("state") == "on"
      try await TelemetryReport.choose(isOn, context)
      let report = try await TelemetryReport.load(context)
      return .done(report.words(context))
    }
  ]

  public static let documents = [
    DocumentEndpoint("telemetry", TelemetryStatus.summary) { request in
      TelemetryDocument(try await TelemetryReport.load(request.context), request.context)
    },
    DocumentEndpoint("telemetry/disclosure", "What is counted, and what never is.") { _ in
      DisclosureDocument(TelemetryPort.current?.receiver?.address)
    },
  ]

  public static let downloads = [
    Download("/telemetry/preview.json") { request in
      let body = try await TelemetryReport.load(request.context).body(request.context)
      return DownloadedFile(Array(body.utf8), contentType: "application/json")
    }
  ]
}

/// The card with the counts, the switch and a preview.
enum TelemetryCard {
  static func body(_ request: PageRequest) async throws -> HTML? {
    let context = request.context
    // Programs on the person's own machine count there; a server counts nothing about anybody.
    guard context.space.principal == .owner else { return nil }
    let report = try await TelemetryReport.load(context)
    let lists: [(Phrase, [String])] = [
      (.telemetryCollected, Disclosure.collected), (.telemetryNever, Disclosure.never),
      (.telemetryControl, Disclosure.web(report.receiver)),
    ]
    let preview: HTML = """
      <p class="small muted">\(context.say(.telemetryPreviewHow))</p>\
      <pre class="code lines" tabindex="0"><code>\(try report.body(context))</code></pre>\
      <p>\(HTML.link("/telemetry/preview.json", context.say(.telemetryPreviewFile)))</p>
      """
    let sections = lists.map { title, lines -> HTML in
      let items = lines.map { line -> HTML in "<li>\(line)</li>" }
      return "<h3>\(context.say(title))</h3><ul>\(items.joined())</ul>"
    }
    return HTML.card(
      context.say(.telemetryTitle),
      """
      <p><b>\(report.words(context))</b></p><div>\(control(report, request))</div>\
      \(sections.joined())\
      \(HTML.disclosure(context.say(.telemetryPreview), preview))
      """
    )
  }

  /// Returns the switch; nil if the product or `DO_NOT_TRACK` disables counting.
  private static func control(_ report: TelemetryReport, _ request: PageRequest) -> HTML? {
    guard report.view.isAllowed, !report.doNotTrack else { return nil }
    let isOn = report.view.isOn
    return request.button(
      "telemetry.choose",
      fields: [("state", isOn ? "off" : "on")],
      class: "button",
      "\(request.context.say(isOn ? .telemetrySwitchOff : .telemetrySwitchOn))"
    )
  }
}
