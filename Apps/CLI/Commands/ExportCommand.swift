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

  @Flag(help: "Replace the file if there is one.")
  var overwrite = false

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
    guard try await writeFile(out, app) else { return }
    try CommandOutput.print(["file": out], "Everything is in \(out).", global, app)
  }

  /// Writes the export to a file, and asks before it replaces one where somebody can answer.
  private func writeFile(_ out: String, _ app: CommandLineApp) async throws -> Bool {
    func attempt(replacing: Bool) async throws -> Bool {
      try await UserFile.writePieces(to: out, replaces: replacing) { take in
        try await write(app, to: take)
      }
    }
    do {
      return try await attempt(replacing: overwrite)
    } catch let refusal as DomainError where refusal.code == "file-exists" && Dialog.isPossible {
      guard !global.json, Dialog.confirm(to: "There is a file \(printable(out)). Replace it?")
      else {
        throw refusal
      }
      return try await attempt(replacing: true)
    }
  }

  /// Writes the export piece by piece.
  private func write(_ app: CommandLineApp, to take: ([UInt8]) throws -> Void) async throws {
    switch format {
    case .json:
      let journal = try app.openJournal()
      try await SpaceArchive.write(
        LocalSpace.space(of: journal),
        in: journal,
        product: app.product.name,
        to: take
      )
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
