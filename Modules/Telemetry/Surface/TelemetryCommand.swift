import ArgumentParser
import CommandKit
import Core
import TelemetryContract

struct TelemetryCommand: TrellisCommand {
  enum Action: String, ExpressibleByArgument, CaseIterable {
    case status, show, on, off, disclosure, export
  }

  static let configuration = CommandConfiguration(
    commandName: "telemetry",
    abstract: "See, switch off or read about the counting of used features.",
    discussion: """
      status       whether uses are counted, and why
      show         print byte for byte what would be sent
      on, off      count or do not; off drops what was counted, at once
      disclosure   what is collected and what never is
      export       write what show prints to a file: trellis telemetry export --out uses.json
      """
  )

  @Argument(help: "status, show, on, off, disclosure or export.")
  var action = Action.status

  @Option(help: "The file to write, for export.", completion: .file())
  var out: String?

  @OptionGroup var global: GlobalOptions

  func validate() throws {
    if action == .export, out == nil { throw ValidationError("export needs --out FILE.") }
    if action != .export, out != nil { throw ValidationError("--out is for export only.") }
  }

  func run(in session: Session) async throws {
    switch action {
    case .status: try await status(session)
    case .show: try await show(session)
    case .on, .off:
      try await TelemetryReport.choose(action == .on, session)
      try await status(session)
    case .disclosure: try session.show(DisclosureDocument()) { Disclosure.views }
    case .export: try await export(session)
    }
  }

  private func status(_ session: Session) async throws {
    let report = try await TelemetryReport.load(session)
    let document = TelemetryDocument(report, session)
    try session.show(document) {
      [
        Paragraph(Text(document.message)),
        NextStep(report.isOn ? "trellis telemetry show" : "trellis telemetry disclosure"),
      ]
    }
  }

  private func show(_ session: Session) async throws {
    let report = try await TelemetryReport.load(session)
    var output = Output()
    output.print(try report.body(session))
    output.flushOrExit()
  }

  private func export(_ session: Session) async throws {
    guard let out else { return }
    try TextFile.write(try await TelemetryReport.load(session).body(session), to: out)
    try session.show(["file": out]) {
      [Paragraph(Text(session.say(.telemetryExported, ["file": out])))]
    }
  }
}
