import ArgumentParser
import Commands
import Core
import Glibc
import LocalApp
import Presentation
import Products
import SQLiteJournal

struct RestoreCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore",
    abstract: "Go back to what a backup or a copy holds.",
    discussion: """
      The backup is checked completely first. What is here now is not lost: it stays beside it \
      under another name.

      Examples:
        trellis restore backup.db
        trellis restore 2026-03-01      the copy of that day; see  trellis backup list
      """
  )

  @Argument(
    help: "The file of the backup, or the day of a copy.",
    completion: .file()
  )
  var file: String

  @OptionGroup var global: GlobalOptions

  func run() async throws {
    guard let app = Launch.current as? CommandLineApp else { return }
    try app.home.create()
    let backup = try RestoreCommand.path(file, HomeCopies(app.home))
    let restoring = HomeRestore(app.home, as: app.product)
    try restoring.checkProduct(of: backup, called: file)
    try await restoring.checkHistory(of: backup)
    let report = try await HomeRestore.inWords(backup, file) {
      try await SQLiteJournal.restore(from: backup, to: app.home.journal)
    }
    let product = report.product.flatMap { ProductCatalog.product(named: $0) }
    let adopted = try app.home.adopt(product)
    let whose =
      adopted.map { " It was kept with \($0.title), which is what you have here now." } ?? ""
    let kept = report.replaced.map { " What was here before is kept as \($0)." } ?? ""
    let entries = report.facts.counted("entry", "entries")
    try CommandOutput.print(
      Document(
        file: backup,
        entries: report.facts,
        kept: report.replaced ?? "",
        product: (adopted ?? app.product).name
      ),
      ["Restored \(entries) from \(backup).\(whose)\(kept)"] + RestoreCommand.linked(app.home),
      global,
      app
    )
  }

  /// What the server of a linked home does to an older state, and how to stay with it.
  private static func linked(_ home: Home) -> [String] {
    guard let account = (try? home.sync.loadAccount()) ?? nil else { return [] }
    return [
      "This home is linked to \(account.email): what the account has comes back with the next "
        + "synchronization. To stay with the older state, unlink it with  trellis sync logout  and "
        + "restore once more."
    ]
  }

  private struct Document: Encodable {
    let file: String
    let entries: Int
    /// The path of what was here before; empty if there was nothing.
    let kept: String
    let product: String
  }

  /// The path of a copy that is named by its day, or of a file.
  private static func path(_ name: String, _ copies: HomeCopies) throws -> String {
    guard let copy = copies.copy(named: name) else { return name }
    if access(copy.path, F_OK) == 0 { return copy.path }
    if access(name, F_OK) == 0 { return name }
    let names = copies.all.map(\.name).joined(separator: ", ")
    throw DomainError(
      "no-such-copy",
      "There is no copy of \(copy.name). Nothing was replaced. "
        + (names.isEmpty ? "No copies were made yet." : "There are: \(names).")
    )
  }
}
