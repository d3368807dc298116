import ArgumentParser
import Commands
import Core
import Journals
import LocalApp
import Presentation
import Replication
import Terminal

extension SyncCommand {
  struct Issues: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "issues",
      abstract: "List the entries that the server has refused, which count nowhere.",
      discussion: """
        They stay on this device. Enter again what you want to keep, or dismiss them, which hides \
        them from this list.
        """
    )

    @Option(help: "Hide the entry with this id.")
    var dismiss: String?

    @Flag(help: "Hide all of them.")
    var dismissAll = false

    @OptionGroup var global: GlobalOptions

    func run() async throws {
      guard let app = Launch.current as? CommandLineApp else { return }
      try await app.withOpenSpace(global) { space, context in
        let path = space.home.sync.dismissed
        let issues = SyncIssues(in: space.id, of: space.journal, path: path)
        if let dismiss { try await issues.dismiss(try Issues.id(dismiss)) }
        if dismissAll {
          for issue in try await issues.list() { try await issues.dismiss(issue.fact) }
        }
        let left = try await issues.list()
        let items = left.map { Item($0, context.calendar) }
        try context.show(Document(items: items)) { Issues.views(items) }
      }
    }

    private static func id(_ text: String) throws -> FactID {
      guard let id = FactID(text) else {
        throw DomainError(
          "not-refused",
          "“\(text)” is no id of an entry. Nothing was changed: look at  trellis sync issues"
        )
      }
      return id
    }

    private static func views(_ items: [Item]) -> [any View] {
      guard !items.isEmpty else {
        return [Paragraph(verbatim: "The server has refused nothing that you did not dismiss.")]
      }
      let table = Table(
        [.init("When"), .init("What"), .init("Why", fit: .wraps, minimumWidth: 20), .init("Id")],
        rows: items.map {
          [Text($0.at), Text($0.kind), Text($0.why), Text($0.id, .muted)]
        }
      )
      let step = "They count nowhere. To hide one: trellis sync issues --dismiss ID"
      return [table, Paragraph(verbatim: step)]
    }

    private struct Document: Encodable {
      let items: [Item]
    }

    private struct Item: Encodable {
      let id: String
      let kind: String
      let reason: String
      /// The reason in words.
      let why: String
      let at: String

      init(_ issue: SyncIssue, _ calendar: LocalCalendar) {
        id = "\(issue.fact)"
        kind = issue.kind
        reason = issue.reason
        why = RefusalWords.words(for: issue.reason)
        at = issue.at.rfc3339(in: calendar.zone)
      }
    }
  }
}
