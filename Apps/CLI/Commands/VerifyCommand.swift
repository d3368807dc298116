import ArgumentParser
import Commands
import Core
import Journals
import LocalApp
import Products
import SQLiteJournal
import Terminal

struct VerifyCommand: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    let skips = Launch.current?.product.takesHabits == false ? "" : "many days skipped in a row, "
    return CommandConfiguration(
      commandName: "verify",
      abstract: "Check that nothing in your history was damaged or changed.",
      discussion: """
        With --patterns it also lists what in your marks looks unlike everyday use: a time zone \
        that changed faster than anybody travels, a clock that was set back, \(skips)many days \
        marked at once. Only you see it.
        """
    )
  }

  @Flag(help: "List what looks unlike everyday use.")
  var patterns = false

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
    let signed = try await SignedEntries.count(in: journal, of: app.home)
    let report = patterns ? try await VerifyCommand.patterns(app, global) : nil
    let all = rows == 1 ? "The only entry is" : "All \(rows) entries are"
    let whole = "\(all) whole and unchanged\(erased > 0 ? ", \(erased) of them erased" : "")."
    var views: [any View] = [Paragraph(verbatim: whole)]
    if signed != nil {
      views.append(Paragraph(verbatim: "What was in sync is what the server has signed."))
    }
    try CommandOutput.print(
      Document(
        entries: rows,
        erased: erased,
        intact: true,
        signed: signed,
        patterns: report?.items
      ),
      views + (report?.views ?? []),
      global,
      app
    )
  }

  private static func patterns(
    _ app: CommandLineApp,
    _ global: GlobalOptions
  ) async throws -> PatternReport {
    var report: PatternReport?
    try await app.withSpace { space in
      let screen = app.screen(plain: global.plain)
      let context = try await space.commandContext(screen: screen, format: global.format)
      report = try await PatternReport(of: context)
    }
    return report ?? PatternReport([], zone: .utc, today: Day(number: 0))
  }

  private struct Document: Encodable {
    let entries: Int
    let erased: Int
    let intact: Bool
    /// The number of entries in sync that are as the server has signed them; omitted if nothing can
    /// be compared.
    let signed: Int?
    /// Omitted unless they were requested.
    let patterns: [PatternReport.Item]?
  }
}
