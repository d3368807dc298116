import ArgumentParser
import Commands
import Core
import LocalApp
import Replication
import Terminal

extension SyncCommand {
  struct Now: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "now",
      abstract: "Send and receive at once."
    )

    @OptionGroup var global: GlobalOptions

    func run() async throws {
      guard let app = Launch.current as? CommandLineApp else { return }
      try await app.withOpenSpace(global) { space, context in
        let result = try await SyncRun(space, context).perform()
        let report = try await SyncReport(space, context.now, context.calendar)
        if let trouble = result.trouble {
          // Only the report names the command that ends it.
          let needsPerson = report.state == .signedOut || report.state == .keyNeeded
          throw DomainError(
            trouble.kind.rawValue,
            needsPerson ? report.sentences[0] : trouble.message
          )
        }
        try context.show(Document(sync: report, received: result.received, sent: result.sent)) {
          result.views + report.views
        }
      }
    }
  }

  private struct Document: Encodable {
    let sync: SyncReport
    let received: Int
    let sent: Int
  }
}
