import ArgumentParser
import Commands
import Core
import Journals
import SQLiteJournal
import Terminal

struct VerifyCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "Check that nothing in your history was damaged or changed."
  )

  @OptionGroup var global: GlobalOptions

  func run() async throws {
    guard let app = Launch.current as? CommandLineApp else { return }
    let journal = try app.openJournal()
    var (rows, erased) = (0, 0)
    for space in try await journal.spaces() {
      let report = try await journal.verify(space).intact()
      rows += report.rows
      erased += report.erased
    }
    let findings = try await journal.findings()
    guard findings.isEmpty else {
      throw DomainError(
        "file-damaged",
        "The file is damaged: \(findings.joined(separator: "; ")). "
          + "Go back to a backup with: trellis restore FILE"
      )
    }
    try CommandOutput.print(
      Document(entries: rows, erased: erased, intact: true),
      "All \(rows) entries are whole and unchanged\(erased > 0 ? ", \(erased) of them erased" : "").",
      global,
      app
    )
  }

  private struct Document: Encodable {
    let entries: Int
    let erased: Int
    let intact: Bool
  }
}
