import ArgumentParser
import Commands
import Core
import Presentation
import TelemetryContract
import Terminal

struct TelemetryCommand: TrellisCommand {
  enum Action: String, ExpressibleByArgument, CaseIterable {
    case status, show, on, off, disclosure, export, send
  }

  static let configuration = CommandConfiguration(
    commandName: "telemetry",
    abstract: "See what is counted of the features you use, or switch it on or off.",
    discussion: """
      status       whether uses are counted, and why
      show         print byte for byte what would be sent
      on, off      count or do not; off drops what was counted, at once
      disclosure   what is collected and what never is
      export       write what show prints to a file: --out uses.json
      send         send it now, if the product names a receiver, as is done daily
      """
  )

  @Argument(help: "status, show, on, off, disclosure, export or send.")
  var action = Action.status

  @Option(help: "The file to write, for export.", completion: .file())
  var out: String?

  @OptionGroup var global: GlobalOptions

  func validate() throws {
    if action == .export, out == nil { throw ValidationError("export needs --out FILE.") }
    if action != .export, out != nil { throw ValidationError("--out is for export only.") }
  }

  func run(in context: CommandContext) async throws {
    switch action {
    case .status: try await status(context)
    case .show: try await show(context)
    case .on, .off:
      try await TelemetryReport.choose(action == .on, context)
      try await status(context)
    case .disclosure:
      let receiver = TelemetryPort.current?.receiver?.address
      try context.show(DisclosureDocument(receiver)) { Disclosure.views(receiver) }
    case .send: try await send(context)
    case .export: try await export(context)
    }
  }

  private func status(_ context: CommandContext) async throws {
    let report = try await TelemetryReport.load(context)
    let document = TelemetryDocument(report, context)
    try context.show(document) {
      [
        Paragraph(Text(document.message)),
        NextStep(report.isOn ? "trellis telemetry show" : "trellis telemetry disclosure"),
      ]
    }
  }

  private func show(_ context: CommandContext) async throws {
    let report = try await TelemetryReport.load(context)
    var output = Output()
    output.print(try report.body(context))
    output.flushOrExit()
  }

  private func send(_ context: CommandContext) async throws {
    let report = try await TelemetryReport.load(context)
    let isSent = try await report.send(context)
    let words =
      isSent
      ? context.say(.telemetrySentNow, ["receiver": report.receiver ?? ""])
      : context.say(.telemetryNothingSent)
    try context.show(SendingDocument(message: words, sent: isSent)) {
      [Paragraph(Text(words)), Paragraph(Text(report.words(context)))]
    }
  }

  private func export(_ context: CommandContext) async throws {
    guard let out else { return }
    let document = try await TelemetryReport.load(context).body(context)
    guard try UserFile.write(Array(document.utf8), to: out) else { return }
    try context.show(["file": out]) {
      [Paragraph(Text(context.say(.telemetryExported, ["file": out])))]
    }
  }
}

/// The output of `trellis telemetry send --json`.
private struct SendingDocument: Encodable {
  let message: String
  let sent: Bool
}
