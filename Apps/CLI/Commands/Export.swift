import ArgumentParser
import CommandKit
import Core
import Glibc
import Journals
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
    let archive = try SpaceArchive(of: try CommandLineApp.space(of: journal), in: journal)
    return try JSON.pretty(archive) + "\n"
  }

  private func csv(_ app: CommandLineApp) async throws -> String {
    var text = ""
    try await app.withSpace { runtime, space in
      let habits = try await runtime.ask(AllHabits(includesArchived: true), in: space)
      var entries: [HabitID: [ImportedEntry]] = [:]
      for habit in habits {
        entries[habit.id] = try await runtime.ask(EntriesOf(habit: habit.id), in: space)
      }
      text = CSVExport.text(habits: habits, entries: entries)
    }
    return text
  }
}

/// Files of text that a person named.
enum TextFile {
  static func write(_ text: String, to path: String) throws {
    let partial = path + ".partial"
    guard let file = fopen(partial, "we") else { throw failure(path) }
    let bytes = Array(text.utf8)
    let isWritten = fwrite(bytes, 1, bytes.count, file) == bytes.count && fflush(file) == 0
    let isClosed = fclose(file) == 0
    guard isWritten, isClosed, rename(partial, path) == 0 else {
      unlink(partial)
      throw failure(path)
    }
  }

  static func read(_ path: String) throws -> [UInt8] {
    guard let file = fopen(path, "re") else { throw unreadable(path) }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = fread(&chunk, 1, chunk.count, file)
      if count == 0 { break }
      bytes += chunk[..<count]
    }
    guard ferror(file) == 0 else { throw unreadable(path) }
    return bytes
  }

  private static func failure(_ path: String) -> Refusal {
    Refusal(
      "file-unwritable",
      "\(path) could not be written (\(String(cString: strerror(errno)))). "
        + "Your habits are untouched: choose another place."
    )
  }

  private static func unreadable(_ path: String) -> Refusal {
    Refusal(
      "file-unreadable",
      "\(path) could not be read (\(String(cString: strerror(errno)))). Nothing was changed."
    )
  }
}
