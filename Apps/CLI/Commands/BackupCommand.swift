import ArgumentParser
import Commands
import Core
import FileSystem
import Glibc
import LocalApp
import Presentation
import SQLiteJournal
import Terminal

struct BackupCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "backup",
    abstract: "Copy everything into one file, or list the copies made each day.",
    discussion: """
      Examples:
        trellis backup backup.db
        trellis backup list
      """,
    subcommands: [Write.self, List.self],
    defaultSubcommand: Write.self
  )

  struct Write: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "file",
      abstract: "Copy everything into one file, also while it is in use."
    )

    @Argument(help: "The file to write.", completion: .file())
    var file: String

    @Flag(help: "Replace the file if there is one.")
    var overwrite = false

    @OptionGroup var global: GlobalOptions

    /// A misspelled `list` would silently become a file.
    func validate() throws {
      guard SpellingSuggestion.nearest(to: file, in: ["list"]) != nil else { return }
      throw ValidationError(
        "Did you mean  trellis backup list ? Nothing was written; a file of that name is  ./\(file)"
      )
    }

    func run() async throws {
      guard let app = Launch.current as? CommandLineApp else { return }
      let journal = try app.openJournal()
      let isFile = try await UserFile.write(to: file, replaces: overwrite) {
        try journal.backup(to: $0, product: app.product.name)
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

  /// Verifies each copy again, since a file can be damaged after it was made.
  struct List: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "list",
      abstract: "List the copies that are made by themselves, one a day."
    )

    @OptionGroup var global: GlobalOptions

    func run() async throws {
      guard let app = Launch.current as? CommandLineApp else { return }
      let copies = HomeCopies(app.home)
      try copies.requireReadable()
      let items = copies.all.map { Item($0) }
      let document = Document(on: copies.areOn, folder: copies.folder, items: items)
      if let warning = copies.roomWarning { CommandOutput.warn(warning) }
      var output = Output()
      switch global.format {
      case .json: output.print(try JSON.pretty(document) + "\n")
      case .text:
        let screen = app.screen(plain: global.plain)
        if !items.isEmpty { output.print(screen.draw(List.table(items))) }
        output.print(screen.draw(Paragraph(verbatim: document.words)))
      }
      output.flushOrExit()
    }

    private static func table(_ items: [Item]) -> Table {
      Table(
        [.init("Day"), .init("Entries", .trailing), .init("Size", .trailing), .init("State")],
        rows: items.map {
          [
            Text($0.name, .accent), Text($0.entries.map(String.init) ?? ""),
            Text(ByteCount($0.bytes).words),
            $0.verified ? Text("whole") : Text("damaged", .warning),
          ]
        }
      )
    }
  }

  fileprivate struct Document: Encodable {
    let on: Bool
    let folder: String
    let items: [Item]

    var words: String {
      let rest = on ? "" : " No more are made: trellis settings copies on"
      guard let first = items.first(where: \.verified) ?? items.first else {
        return on
          ? "There are no copies yet. One is made with each day on which you use this program."
          : "There are no copies.\(rest)"
      }
      return "They are in \(folder). To go back to one: trellis restore \(first.name).\(rest)"
    }
  }

  fileprivate struct Item: Encodable {
    let name: String
    let day: Day
    let bytes: Int
    /// Nil for a copy that cannot be read.
    let entries: Int?
    let verified: Bool

    init(_ copy: HomeCopies.Copy) {
      (name, day, bytes) = (copy.name, copy.day, copy.size)
      entries = try? SQLiteJournal.verifyBackup(copy.path)
      verified = entries != nil
    }
  }
}
