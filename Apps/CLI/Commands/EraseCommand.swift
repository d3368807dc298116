import ArgumentParser
import Commands
import Core
import LocalApp
import Loop
import Presentation
import Products
import SQLiteJournal
import Terminal

struct EraseCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "erase",
    abstract: "Delete everything that you have on this device.",
    discussion: """
      Asks first. All that you entered, your settings, all copies, and what was put aside before a \
      restore are deleted. What a server has of a linked account stays there: to delete that too, run \
      “trellis sync delete-account” first.

      Example:
        trellis erase --backup everything.db
      """
  )

  /// The text that must be typed.
  private static let word = "delete"

  @Option(help: "Write a backup to this file first.", completion: .file())
  var backup: String?

  @Flag(name: [.long, .short], help: "Do not ask.")
  var yes = false

  @OptionGroup var global: GlobalOptions

  func run() async throws {
    guard let app = Launch.current as? CommandLineApp else { return }
    let server = try app.home.sync.loadAccount()?.server
    try await LinkedAccount.checkServerHasKeys(of: app.home)
    guard try isConfirmed(app, server) else {
      return try CommandOutput.print(Document(erased: false), "Nothing was deleted.", global, app)
    }
    // Before anything is entered there is nothing that could be written.
    let backup = app.home.isNew ? nil : backup
    if let backup {
      let journal = try app.openJournal()
      _ = try await UserFile.write(to: backup, replaces: false) {
        try journal.backup(to: $0, product: app.product.name)
      }
    }
    let isTold = try await LinkedAccount.leaveBeforeErasure(app.home)
    try HomeErasure(app.home).run()
    let stays = server.map { " What was sent to \($0) stays there." } ?? ""
    let untold = isTold ? "" : " The server could not be told that this device is gone."
    let kept =
      backup.map { " Everything is in \($0). To go back to it: trellis restore \($0)" } ?? ""
    try CommandOutput.print(
      Document(erased: true, backup: backup, server: server),
      "Everything is deleted.\(stays)\(untold)\(kept)",
      global,
      app
    )
  }

  private func isConfirmed(_ app: CommandLineApp, _ server: String?) throws -> Bool {
    guard !yes else { return true }
    let stays = server.map { " What was sent to \($0) stays there." } ?? ""
    let question =
      "This deletes all that you entered in \(app.home.path), and all copies of it.\(stays)"
    guard global.format == .text, Dialog.isPossible else {
      throw DomainError(
        "needs-confirmation",
        "\(question) Nothing was deleted. To delete it, add --yes, ideally with --backup FILE"
      )
    }
    var output = Output()
    output.print(app.screen(plain: global.plain).draw(Paragraph(Text(question))))
    output.flushOrExit()
    return Dialog.ask("Type “\(Self.word)” to go on:")?.lowercased() == Self.word
  }

  private struct Document: Encodable {
    let erased: Bool
    var backup: String?
    var server: String?
  }
}
