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
        them from this list; your other devices still list them.

        Examples:
          trellis sync issues
          trellis sync issues --dismiss 01a242b6      the beginning of an id will do
        """
    )

    @Option(help: ArgumentHelp("Hide the entry with this id on this device.", valueName: "id"))
    var dismiss: String?

    @Flag(help: "Hide all of them on this device.")
    var dismissAll = false

    @OptionGroup var global: GlobalOptions

    func run() async throws {
      guard let app = Launch.current as? CommandLineApp else { return }
      try await app.withOpenSpace(global) { space, context in
        let path = space.home.sync.dismissed
        let issues = SyncIssues(in: space.id, of: space.journal, path: path)
        let hidden = try await hide(issues)
        let left = try await issues.list()
        let entries = try await RefusedEntry.list(left, space, context)
        try context.show(Document(items: entries.map { Item($0, context.calendar) })) {
          Issues.confirmation(hidden) + Issues.views(entries, context)
        }
      }
    }

    /// Hides what was asked for, and returns how many that are.
    private func hide(_ issues: SyncIssues) async throws -> Int {
      var chosen: Set<FactID> = []
      if let dismiss { chosen.insert(try await Issues.find(dismiss, in: issues)) }
      if dismissAll { chosen.formUnion(try await issues.list().map(\.fact)) }
      for fact in chosen { try await issues.dismiss(fact) }
      return chosen.count
    }

    /// The entry that is meant; one that is hidden already only by its whole id.
    private static func find(_ typed: String, in issues: SyncIssues) async throws -> FactID {
      if let fact = FactID(typed) { return fact }
      return try ShortID.find(
        typed,
        in: try await issues.list(),
        id: { "\($0.fact)" },
        kind: "refused entry",
        listedBy: "trellis sync issues"
      ).fact
    }

    private struct Document: Encodable {
      let items: [Item]
    }

    private struct Item: Encodable {
      let id: String
      let kind: String
      /// The habit or substance.
      @OrNull var title: String?
      @OrNull var day: Day?
      /// What the entry says, in words.
      let what: String
      let reason: String
      /// The reason in words.
      let why: String
      /// What to do about it, in words.
      let step: String
      let at: String

      init(_ entry: RefusedEntry, _ calendar: LocalCalendar) {
        let issue = entry.issue
        id = "\(issue.fact)"
        kind = issue.kind
        title = entry.title
        day = entry.day
        what = entry.what
        reason = issue.reason
        why = RefusalWords.words(for: issue.reason)
        step = RefusalWords.step(for: issue.reason)
        at = issue.at.rfc3339(in: calendar.zone)
      }
    }
  }
}

// MARK: - Views

extension SyncCommand.Issues {
  private static func confirmation(_ hidden: Int) -> [any View] {
    guard hidden > 0 else { return [] }
    let (what, them) = hidden == 1 ? ("1 entry is", "it") : ("\(hidden) entries are", "them")
    return [
      Confirmation(
        "\(what) hidden from this list, on this device alone: your other devices still list \(them)."
      )
    ]
  }

  private static func views(_ entries: [RefusedEntry], _ context: CommandContext) -> [any View] {
    guard !entries.isEmpty else {
      return [Paragraph(verbatim: "The server has refused nothing that you did not dismiss.")]
    }
    let digits = ShortID.digits(toTellApart: entries.map { "\($0.issue.fact)" })
    let table = Table(
      [
        .init("Entry", fit: .wraps, minimumWidth: 20),
        .init("Why it was refused", fit: .wraps, minimumWidth: 18), .init("When"), .init("Id"),
      ],
      rows: entries.map { entry in
        [
          words(entry, context), Text(RefusalWords.words(for: entry.issue.reason)),
          Text(moment(entry.issue.at, context)),
          Text(String("\(entry.issue.fact)".prefix(digits)), .muted),
        ]
      }
    )
    let hiding = "To hide one on this device: trellis sync issues --dismiss ID"
    let paragraphs: [any View] = (steps(entries) + [hiding]).map { Paragraph(verbatim: $0) }
    return [table, EmptyLine()] + paragraphs
  }

  /// What counts for all of them, and what to do about each reason.
  private static func steps(_ entries: [RefusedEntry]) -> [String] {
    let first = "These entries are kept on this device, and count nowhere. "
    var steps: [String] = []
    for entry in entries {
      let step = RefusalWords.step(for: entry.issue.reason)
      if !steps.contains(step) { steps.append(step) }
    }
    return [first + (steps.first ?? "")] + steps.dropFirst()
  }

  /// `Read, 4 Dec: done`.
  private static func words(_ entry: RefusedEntry, _ context: CommandContext) -> Text {
    let day = entry.day.map { $0.shortWords(today: context.today) }
    let about = Text.joined(
      [Text(entry.title ?? "", .bold), Text(day ?? "")],
      by: Text(", ")
    )
    return Text.joined([about, Text(entry.what)], by: Text(": "))
  }

  /// `29 Nov, 20:19`.
  private static func moment(_ at: Instant, _ context: CommandContext) -> String {
    let day = context.calendar.day(at: at).shortWords(today: context.today)
    return "\(day), \(at.clockTime(in: context.calendar.zone))"
  }
}
