import ArgumentParser
import Commands
import Core
import LocalApp
import Replication
import Terminal

extension SyncCommand {
  struct Status: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "status",
      abstract: "Say whether everything is the same everywhere, and what is in the way."
    )

    @OptionGroup var global: GlobalOptions

    func run() async throws {
      guard let app = Launch.current as? CommandLineApp else { return }
      try await app.withOpenSpace(global) { space, context in
        let report = try await SyncReport(space, context.now, context.calendar)
        try context.show(report) { report.views }
      }
    }
  }
}

extension SyncReport {
  var views: [any View] { sentences.map { Paragraph(verbatim: $0) } }
}
