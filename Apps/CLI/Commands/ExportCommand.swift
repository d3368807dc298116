import ArgumentParser
import Commands
import Core
import Glibc
import Journals
import LocalApp
import Presentation
import Products
import Runtime
import SQLiteJournal
import Terminal
import TrackingFormats

struct ExportCommand: AsyncParsableCommand {
  enum Format: String, ExpressibleByArgument, CaseIterable { case json, csv, ics }

  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Print everything you entered, as json, csv or ics.",
    discussion: """
      json is complete, csv is a table for a spreadsheet, and ics is for a calendar program: one \
      all-day entry for each day you kept.

      Examples:
        trellis export --out mine.json, and on another machine: trellis import mine.json
        trellis export --format ics --out mine.ics
      """
  )

  @Option(help: "json, csv or ics.")
  var format = Format.json

  @Option(help: "Write to this file instead.", completion: .file())
  var out: String?

  @OptionGroup var global: GlobalOptions

  func run() async throws {
    guard let app = Launch.current as? CommandLineApp else { return }
    let text =
      switch format {
      case .json: try await json(app)
      case .csv: CSVExport.text(try await days(app))
      case .ics: try CalendarExport.text(try await days(app))
      }
    guard let out else {
      var output = Output()
      output.print(text)
      return output.flushOrExit()
    }
    guard try UserFile.write(Array(text.utf8), to: out) else { return }
    try CommandOutput.print(["file": out], "Everything is in \(out).", global, app)
  }

  private func json(_ app: CommandLineApp) async throws -> String {
    let journal = try app.openJournal()
    let archive = try await SpaceArchive(of: LocalSpace.space(of: journal), in: journal)
    return try JSON.pretty(archive) + "\n"
  }

  private func days(_ app: CommandLineApp) async throws -> [ExportedDay] {
    var days: [ExportedDay] = []
    try await app.withSpace { space in
      let screen = app.screen(plain: global.plain)
      let context = try await space.commandContext(screen: screen, format: global.format)
      days = try await ExportedDays.all(context)
    }
    return days
  }
}
