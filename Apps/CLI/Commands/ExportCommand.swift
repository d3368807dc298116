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
    guard let out else {
      return try await write(app) { piece in
        var output = Output()
        output.print(bytes: piece)
        output.flushOrExit()
      }
    }
    let isFile = try await UserFile.writePieces(to: out) { take in
      try await write(app, to: take)
    }
    guard isFile else { return }
    try CommandOutput.print(["file": out], "Everything is in \(out).", global, app)
  }

  /// Writes the export piece by piece.
  private func write(_ app: CommandLineApp, to take: ([UInt8]) throws -> Void) async throws {
    switch format {
    case .json:
      let journal = try app.openJournal()
      try await SpaceArchive.write(LocalSpace.space(of: journal), in: journal, to: take)
    case .csv: try take(Array(CSVExport.text(try await days(app)).utf8))
    case .ics: try take(Array(try CalendarExport.text(try await days(app)).utf8))
    }
  }

  private func days(_ app: CommandLineApp) async throws -> [ExportedDay] {
    var days: [ExportedDay] = []
    try await app.withSpace { space in
      let screen = app.screen(plain: global.plain)
      let context = try await space.commandContext(screen: screen, format: global.format)
      days = try await DayExport.all(context)
    }
    return days
  }
}
