import ArgumentParser
import Commands
import Core
import LocalApp
import Plugins
import SQLiteJournal
import Terminal

struct DoctorCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Look for damage, and mend it with what can still be read.",
    discussion: """
      Without --mend nothing is changed. With it, a new history is made of every entry that can be \
      read, and what was there stays beside it under another name.
      """
  )

  @Flag(help: "Make a new history of what can be read, if the present one is damaged.")
  var mend = false

  @OptionGroup var global: GlobalOptions

  func run() async throws {
    guard let app = Launch.current as? CommandLineApp else { return }
    let isReadable = try LocalSpace.factCheck(
      for: app.product,
      except: Set(app.plugins.plugins.map(\.name))
    )
    switch try await JournalDoctor.examine(app.home.journal, isReadable: isReadable) {
    case .absent:
      try print(
        Document(state: "absent"),
        ["There is nothing here yet, so nothing is damaged."],
        app
      )
    case .sound(let facts):
      let words =
        (facts == 1 ? "The only entry is whole" : "All \(facts) entries are whole")
        + " and can be read. There is nothing to mend."
      try print(Document(state: "sound", entries: facts), [words], app)
    case .damaged(let findings):
      guard mend else { throw DoctorCommand.damaged(findings) }
      let report = try await JournalDoctor.mend(app.home.journal, isReadable: isReadable)
      try print(Document(mended: report), DoctorCommand.words(report), app)
    }
  }

  private static func damaged(_ findings: [String]) -> DomainError {
    let shown = findings.prefix(5).joined(separator: "; ")
    let more = findings.count > 5 ? "; and \(findings.count - 5) more" : ""
    return DomainError(
      "journal-damaged",
      "Your history is damaged: \(shown)\(more). Nothing was changed. Go back to a backup with "
        + "trellis restore FILE , or keep what can still be read with  trellis doctor --mend"
    )
  }

  private static func words(_ report: JournalDoctor.Report) -> [String] {
    let kept = report.kept.counted("entry", "entries")
    var words = ["A new history has the \(kept) that could be read."]
    if report.lost.isEmpty {
      words.append("Nothing was lost.")
    } else {
      words.append("Not in it, since they could not be read or were changed:")
      words += report.lost.map { "  \($0)" }
    }
    if let aside = report.aside { words.append("What was here before is kept as \(aside).") }
    return words
  }

  private func print(_ document: Document, _ words: [String], _ app: CommandLineApp) throws {
    try CommandOutput.print(document, words, global, app)
  }

  private struct Document: Encodable {
    let state: String
    var entries: Int?
    var lost: [String]?
    var kept: String?

    init(state: String, entries: Int? = nil) {
      self.state = state
      self.entries = entries
    }

    init(mended report: JournalDoctor.Report) {
      state = "mended"
      entries = report.kept
      lost = report.lost
      kept = report.aside
    }
  }
}
