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
    abstract: "Print everything you entered as json, or its days as csv or ics.",
    discussion: """
      json is complete, and “trellis import” reads it on another machine. csv is a table of the \
      days for a spreadsheet, and ics is for a calendar program: one all-day entry for each day \
      you kept.

      Examples:
        trellis export --out mine.json
        trellis export --format ics --out mine.ics
      """
  )

  @Option(help: "What to print.")
  var format = Format.json

  @Option(help: "Write it to this file, and do not print it.", completion: .file())
  var out: String?

  @Flag(help: "Replace the file if there is one.")
  var overwrite = false

  @OptionGroup var global: GlobalOptions

  /// A program that asked for JSON would otherwise read a table.
  func validate() throws {
    guard global.json, format != .json, out == nil else { return }
    throw ValidationError(
      "With --json, say where to write the \(format.rawValue): --out mine.\(format.rawValue)"
    )
  }

  func run() async throws {
    guard let app = Launch.current as? CommandLineApp else { return }
    guard let out else {
      let state = try await write(app) { piece in
        var output = Output()
        output.print(bytes: piece)
        output.flushOrExit()
      }
      return warn(state)
    }
    guard let state = try await writeFile(out, app) else { return }
    warn(state)
    let document = Document(file: out, firstChanged: state.changed?.entry)
    try CommandOutput.print(document, "Everything is in \(out).", global, app)
  }

  private struct Document: Encodable {
    let file: String
    /// The first entry that was altered; omitted if none was.
    let firstChanged: Int?
  }

  /// The state of the exported history.
  private enum Exported {
    case unchanged
    case changed(ChangedHistory)
    /// The days were still known, but the history could not be read completely.
    case unreadable(any Error)

    var changed: ChangedHistory? {
      if case .changed(let changed) = self { changed } else { nil }
    }
  }

  private func warn(_ state: Exported) {
    switch state {
    case .unchanged: break
    case .changed(let changed): CommandOutput.warn(changed.exportWarning)
    case .unreadable(let error):
      if let error = ErrorMessage(error) { CommandOutput.warn(error.message) }
    }
  }

  /// Writes the export to a file, and asks before it replaces one if somebody can answer.
  ///
  /// - Returns: nil if `out` is not a file, so that nothing else may be printed.
  private func writeFile(_ out: String, _ app: CommandLineApp) async throws -> Exported? {
    func attempt(replacing: Bool) async throws -> Exported? {
      var state = Exported.unchanged
      let isFile = try await UserFile.writePieces(to: out, replaces: replacing) { take in
        state = try await write(app, to: take)
      }
      return isFile ? state : nil
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
  private func write(
    _ app: CommandLineApp,
    to take: ([UInt8]) throws -> Void
  ) async throws -> Exported {
    let journal = try app.openJournal()
    let space = try await LocalSpace.space(of: journal)
    switch format {
    case .json:
      let changed = try await HomeArchive.write(
        space,
        in: journal,
        of: app.home,
        product: app.product.name,
        to: take
      )
      return changed.map(Exported.changed) ?? .unchanged
    case .csv: try take(Array(CSVExport.text(try await days(app)).utf8))
    case .ics: try take(Array(try CalendarExport.text(try await days(app)).utf8))
    }
    do {
      return try await journal.verify(space).changed.map(Exported.changed) ?? .unchanged
    } catch {
      return .unreadable(error)
    }
  }

  private func days(_ app: CommandLineApp) async throws -> [ExportedDay] {
    var days: [ExportedDay] = []
    try await app.withReadableSpace { space in
      let screen = app.screen(plain: global.plain)
      let context = try await space.commandContext(screen: screen, format: global.format)
      days = try await DayExport.all(context)
    }
    return days
  }
}
