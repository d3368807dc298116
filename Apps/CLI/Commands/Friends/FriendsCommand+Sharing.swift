import ArgumentParser
import Commands
import Core
import LocalApp
import Presentation
import Replication
import SocialContract
import StreaksContract
import Terminal

extension FriendsCommand {
  struct Share: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "share",
      abstract: "Let friends see the current streak of a habit.",
      discussion: "Its name is not shown unless you say --with-title."
    )

    @Argument(help: "The habit.")
    var habit: String

    @Flag(help: "Show its name, too.")
    var withTitle = false

    @OptionGroup var global: GlobalOptions

    func run() async throws {
      try await FriendsCommand.set(habit, .streak, showsTitle: withTitle, global) { title in
        withTitle
          ? "Friends see the streak of \(title), with its name."
          : "Friends see the streak of \(title), as that of a habit without a name."
      }
    }
  }

  struct Unshare: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "unshare",
      abstract: "Hide the streak of a habit from friends."
    )

    @Argument(help: "The habit.")
    var habit: String

    @OptionGroup var global: GlobalOptions

    func run() async throws {
      try await FriendsCommand.set(habit, .none, showsTitle: false, global) { title in
        "Friends see nothing of \(title)."
      }
    }
  }

  struct Shared: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "shared",
      abstract: "List the habits whose streaks friends see."
    )

    @OptionGroup var global: GlobalOptions

    func run() async throws {
      guard let app = Launch.current as? CommandLineApp else { return }
      try await app.withOpenSpace(global) { _, context in
        let shared = try await context.ask(AllShared())
        try context.show(shared) { FriendsCommand.views(shared) }
      }
    }
  }

  private static func views(_ shared: SharedHabits) -> [any View] {
    guard !shared.items.isEmpty else {
      return [Paragraph(verbatim: "Friends see the streak of none of your habits.")]
    }
    return [
      Table(
        [.init("Habit"), .init("Friends see")],
        rows: shared.items.map {
          [Text(printable($0.title)), Text($0.showsTitle ? "streak and name" : "streak")]
        }
      )
    ]
  }

  private struct Document: Encodable {
    let items: [SharedHabit]
    /// Whether the server knows the decision; if not, it follows with the next sync.
    let sent: Bool
  }

  /// Stores the decision here, and sends it at once if the server can be reached.
  private static func set(
    _ habit: String,
    _ sharing: HabitSharing,
    showsTitle: Bool,
    _ global: GlobalOptions,
    _ words: (String) -> String
  ) async throws {
    let access = try FriendsAccess()
    if sharing != .none { try access.requireReadable() }
    try await access.app.withOpenSpace(global) { space, context in
      let found = try await context.ask(FindStreak(text: habit))
      let command = SetSharing(habit: found.habit, sharing: sharing, showsTitle: showsTitle)
      let shared = try await context.send(command)
      let trouble = try await SyncRun(space, context).perform().trouble
      let document = Document(items: shared.items, sent: trouble == nil)
      try context.show(document) {
        let done: any View = Confirmation(words(printable(found.title)))
        guard let trouble else { return [done] }
        return [
          done,
          Paragraph(
            verbatim: "It takes effect once this device has synchronized. \(trouble.message)"
          ),
        ]
      }
    }
  }
}
