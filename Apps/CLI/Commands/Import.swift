import ArgumentParser
import CommandKit
import Core
import LocalApp
import Journals
import Runtime
import TrackingContract
import TrackingFormats

struct Import: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Bring your history from another app, or from an export of this one.",
    discussion: """
      Reads Loop backups (.db) and CSV exports (.zip or folder), harsh, Beaver Habits, Table Habit \
      and Trellis exports. What you have set here stays as it is, and importing the same file \
      twice changes nothing.
      """
  )

  @Argument(help: "The file or folder.", completion: .file())
  var file: String

  @Option(help: "The app it comes from: \(Import.names). Found out unless given.")
  var from: String?

  @Flag(help: "Only tell what would be imported.")
  var dryRun = false

  @OptionGroup var global: GlobalOptions

  private static let names =
    (ForeignFormat.allCases.map(\.rawValue) + ["trellis"]).joined(separator: ", ")

  func run() async throws {
    guard let app = Launch.current as? CommandLineApp else { return }
    if try isArchive() { return try await adopt(app) }
    let history = try ImportReader.read(path: file, format: try format())
    try await app.withSession(global) { session in
      let report = try await session.ask(PreviewImport(history: history))
      if !dryRun { try await session.send(ImportHistory(history: history)) }
      try session.show(Document(report, dryRun)) { views(of: report, session) }
    }
  }

  private func format() throws -> ForeignFormat? {
    guard let from else { return nil }
    guard let format = ForeignFormat(rawValue: from.lowercased()) else {
      throw Refusal("unknown-format", "“\(from)” is not an app we can read. Give: \(Import.names).")
    }
    return format
  }

  // MARK: Our own export

  private func isArchive() throws -> Bool {
    if let from { return from.lowercased() == "trellis" }
    guard let bytes = try? TextFile.read(file) else { return false }
    // The mark of our own format stands in the first or last lines, as keys are sorted.
    return bytes.contains("\"\(SpaceArchive.format)\"".utf8)
  }

  private func adopt(_ app: CommandLineApp) async throws {
    let archive = try SpaceArchive(reading: try TextFile.read(file))
    let facts = try archive.facts.map { try $0.fact() }
    try await app.withSpace { space in
      let count = dryRun ? 0 : try await space.runtime.adopt(facts, into: space.id)
      let words =
        dryRun
        ? "The export is whole and holds \(facts.count) entries. Nothing was imported."
        : "Imported \(count) of \(facts.count) entries; the rest were here already."
      try Report.print(
        ["source": "trellis", "entries": "\(facts.count)", "entriesAdded": "\(count)"],
        words,
        global,
        app
      )
    }
  }

  // MARK: What is said

  private func views(of report: ImportReport, _ session: Session) -> [any View] {
    let verb = dryRun ? "Would import" : "Imported"
    let isNothing = report.habitsAdded == 0 && report.entriesAdded == 0
    let first =
      isNothing
      ? "Everything in this file is here already; nothing was changed."
      : "\(verb) \(counted(report.habitsAdded, "habit")) and "
        + "\(counted(report.entriesAdded, "marked day")) from \(report.source)."
    var lines = [first]
    if report.entriesKept > 0 {
      lines.append(
        "\(counted(report.entriesKept, "day")) that you set here differently stayed as you set them."
      )
    }
    lines += report.remarks
    if !dryRun, !isNothing { lines.append("See them with: trellis history") }
    return lines.map { Paragraph(verbatim: $0) }
  }

  private func counted(_ number: Int, _ noun: String) -> String {
    "\(number) \(noun)\(number == 1 ? "" : "s")"
  }

  private struct Document: Encodable {
    let source: String
    let habitsAdded: Int
    let habitsKnown: Int
    let entriesAdded: Int
    let entriesKnown: Int
    let entriesKept: Int
    let remarks: [String]
    let dryRun: Bool

    init(_ report: ImportReport, _ dryRun: Bool) {
      source = report.source
      habitsAdded = report.habitsAdded
      habitsKnown = report.habitsKnown
      entriesAdded = report.entriesAdded
      entriesKnown = report.entriesKnown
      entriesKept = report.entriesKept
      remarks = report.remarks
      self.dryRun = dryRun
    }
  }
}
