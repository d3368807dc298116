import Commands
import Core
import Presentation
import TelemetryContract

/// The status of telemetry, and its counts.
struct TelemetryReport: Sendable {
  let view: TelemetryView
  let doNotTrack: Bool
  let counts: UseCounts
  let version: String
  /// Where the counts go; nil if they go nowhere.
  let receiver: String?

  var isOn: Bool { view.isOn && !doNotTrack }

  static func load(_ context: any SpaceContext) async throws -> TelemetryReport {
    let view = try await context.ask(TelemetryStatus())
    let port = TelemetryPort.current
    return TelemetryReport(
      view: view,
      doNotTrack: port?.doNotTrack ?? false,
      counts: port?.spool.counts() ?? UseCounts(),
      version: port?.version ?? "",
      receiver: port?.receiver?.address
    )
  }

  /// Records the choice; switching off deletes the counts before anything else happens.
  static func choose(_ isOn: Bool, _ context: any SpaceContext) async throws {
    if !isOn { try TelemetryPort.current?.spool.drop() }
    let view = try await context.send(ChooseTelemetry(isOn: isOn))
    // Another program may have counted in the meantime.
    if !view.isOn { try TelemetryPort.current?.spool.drop() }
  }

  /// Returns exactly what would be sent, which contains no counts while telemetry is off.
  func body(_ context: any SpaceContext) throws -> String {
    let sent = isOn ? counts : UseCounts()
    return try OTLPDocument(sent, product: context.product.name, version: version).body()
  }

  var phrase: Phrase {
    if !view.isAllowed { return .telemetryNotAllowed }
    if !view.isOn { return .telemetryOff }
    if doNotTrack { return .telemetryNotTracked }
    return receiver == nil ? .telemetryOn : .telemetrySent
  }

  /// What the status says to a person.
  func words(_ context: any SpaceContext) -> String {
    context.say(phrase, ["receiver": receiver ?? ""])
  }

  /// Sends the counts now, instead of within a day.
  ///
  /// - Returns: whether anything was sent.
  func send(_ context: any SpaceContext) async throws -> Bool {
    try await TelemetryPort.current?.send(product: context.product.name, isOn: isOn) ?? false
  }
}

/// The output of `trellis telemetry --json`.
struct TelemetryDocument: Codable, Sendable {
  let on: Bool
  let allowed: Bool
  /// Null until the user makes a choice.
  @OrNull var chosen: Bool?
  let doNotTrack: Bool
  /// The address that the counts are sent to; null if they are sent nowhere.
  @OrNull var endpoint: String?
  /// The total number of uses stored.
  let uses: Int
  let message: String

  init(_ report: TelemetryReport, _ context: any SpaceContext) {
    on = report.isOn
    allowed = report.view.isAllowed
    chosen = report.view.chosen
    doNotTrack = report.doNotTrack
    endpoint = report.receiver
    uses = report.counts.weeks.values.reduce(0) { $0 + $1.values.reduce(0, +) }
    message = report.words(context)
  }
}
