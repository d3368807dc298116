import ArgumentParser
import Commands
import Core
import LocalApp
import Presentation
import SQLiteJournal
import Terminal

struct BackupCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "backup",
    abstract: "Copy everything into one file, also while it is in use."
  )

  @Argument(help: "The file to write.", completion: .file())
  var file: String

  @Flag(help: "Replace the file if there is one.")
  var overwrite = false

  @OptionGroup var global: GlobalOptions

  func run() async throws {
    guard let app = Launch.current as? CommandLineApp else { return }
    let journal = try app.openJournal()
    let isFile = try UserFile.write(to: file, replaces: overwrite) {
      try journal.backup(to: $0)
    }
    guard isFile else { return }
    try CommandOutput.print(
      ["file": file],
      "Everything is in \(file). To go back to it: trellis restore \(file)",
      global,
      app
    )
  }
}

struct RestoreCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore",
    abstract: "Go back to what a backup holds.",
    discussion: """
      The backup is checked completely first. What is here now is not lost: it stays beside it \
      under another name.
      """
  )

  @Argument(help: "The backup.", completion: .file())
  var file: String

  @OptionGroup var global: GlobalOptions

  func run() async throws {
    guard let app = Launch.current as? CommandLineApp else { return }
    try app.home.create()
    let report = try await SQLiteJournal.restore(from: file, to: app.home.journal)
    let kept = report.replaced.map { " What was here before is kept as \($0)." } ?? ""
    try CommandOutput.print(
      ["file": file, "entries": "\(report.facts)", "kept": report.replaced ?? ""],
      "Restored \(report.facts) entries from \(file).\(kept)",
      global,
      app
    )
  }
}

/// The output of a command that shows only a short message.
enum CommandOutput {
  static func print(
    _ document: some Encodable,
    _ sentence: String,
    _ options: GlobalOptions,
    _ app: CommandLineApp
  ) throws {
    try print(document, [sentence], options, app)
  }

  /// - Parameter sentences: each begins on a line of its own.
  static func print(
    _ document: some Encodable,
    _ sentences: [String],
    _ options: GlobalOptions,
    _ app: CommandLineApp
  ) throws {
    var output = Output()
    switch options.format {
    case .json: output.print(try JSON.pretty(document) + "\n")
    case .text:
      let screen = app.screen(plain: options.plain)
      for sentence in sentences { output.print(screen.draw(Paragraph(verbatim: sentence))) }
    }
    output.flushOrExit()
  }
}
