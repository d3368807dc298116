import ArgumentParser
import CommandKit
import Core
import Glibc
import Journals
import LocalApp
import Runtime
import SQLiteJournal
import TrackingContract
import TrackingFormats

struct Export: AsyncParsableCommand {
  enum Format: String, ExpressibleByArgument, CaseIterable { case json, csv }

  static let configuration = CommandConfiguration(
    abstract: "Print everything: json is complete, csv is for a spreadsheet.",
    discussion: "trellis export > habits.json, and on another machine: trellis import habits.json"
  )

  @Option(help: "json or csv.")
  var format = Format.json

  @Option(help: "Write to this file instead.", completion: .file())
  var out: String?

  @OptionGroup var global: GlobalOptions

  func run() async throws {
    guard let app = Launch.current as? CommandLineApp else { return }
    let text =
      switch format {
      case .json: try json(app)
      case .csv: try await csv(app)
      }
    guard let out else {
      var output = Output()
      output.print(text)
      return output.flushOrExit()
    }
    try TextFile.write(text, to: out)
    try Report.print(["file": out], "Everything is in \(out).", global, app)
  }

  private func json(_ app: CommandLineApp) throws -> String {
    let journal = try app.openJournal()
    let archive = try SpaceArchive(of: try LocalSpace.space(of: journal), in: journal)
    return try JSON.pretty(archive) + "\n"
  }

  private func csv(_ app: CommandLineApp) async throws -> String {
    var text = ""
    try await app.withSpace { space in
      let habits = try await space.runtime.ask(AllHabits(includesArchived: true), in: space.id)
      var entries: [HabitID: [ImportedEntry]] = [:]
      for habit in habits {
        entries[habit.id] = try await space.runtime.ask(EntriesOf(habit: habit.id), in: space.id)
      }
      text = CSVExport.text(habits: habits, entries: entries)
    }
    return text
  }
}
