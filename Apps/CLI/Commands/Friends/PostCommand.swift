import ArgumentParser
import Commands
import Core
import LocalApp
import Presentation
import Replication
import SobrietyContract
import SocialContract
import StreaksContract
import Terminal
import TrackingContract

/// `trellis post`: shares a milestone with friends.
struct PostCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "post",
    abstract: "Share a milestone with your friends, or take a post back.",
    discussion: """
      The server checks the milestone against your synchronized days before anybody sees it, and says how \
      many of them were added later. The habit is not named unless you say --with-title.

      Examples:
        trellis post Running --milestone 30
        trellis post Running --with-title --text "Rain or shine"
        trellis post --delete 1a2b3c4d
      """
  )

  @Argument(help: "The habit or substance whose milestone it is.")
  var habit: String?

  @Option(
    help: ArgumentHelp(
      "The milestone, or 30weeks for one that was reached in weeks; the longest if left out.",
      valueName: "days"
    ),
    transform: MilestoneChoice.init(typed:)
  )
  var milestone: MilestoneChoice?

  @Flag(help: "Name the habit.")
  var withTitle = false

  @Option(help: "A few words, up to 280 characters.")
  var text: String?

  @Option(help: ArgumentHelp("Delete the post with this id.", valueName: "id"))
  var delete: String?

  @OptionGroup var global: GlobalOptions

  func validate() throws {
    guard delete == nil || (habit == nil && milestone == nil && text == nil && !withTitle) else {
      throw ValidationError("--delete takes nothing else.")
    }
  }

  func run() async throws {
    let access = try FriendsAccess()
    if let delete { return try await remove(delete, access) }
    try access.requireReadable()
    try await access.app.withOpenSpace(global) { space, context in
      let request = try await request(context)
      if let trouble = try await SyncRun(space, context).perform().trouble {
        // The server would look for the milestone in days that it does not have.
        throw DomainError(
          trouble.kind.rawValue,
          "Nothing was shared, as your days are not on the server yet. \(trouble.message)"
        )
      }
      let post = try await FriendsCommand.named { try await access.client.share(request) }
      try context.show(post) {
        [Confirmation("Your friends see this:")] + FriendWords.views(post, context.calendar)
          + (withTitle || post.title != nil
            ? [] : [Paragraph(Text("It does not name the habit; --with-title does.", .muted))])
      }
    }
  }

  /// Returns the milestone that is meant; a product with one substance does not need its name.
  private func request(_ context: CommandContext) async throws -> PostRequest {
    let substances = try await context.askIfAvailable(AllSubstances()) ?? []
    guard let habit else {
      guard substances.count == 1, let only = substances.first else {
        throw DomainError(
          "habit-missing",
          "Whose milestone? Name it: trellis post Running --milestone 30. Nothing was shared."
        )
      }
      return request(habit: nil, substance: "\(only.id)")
    }
    if let named = substances.first(where: { $0.name.lowercased() == habit.lowercased() }) {
      return request(habit: nil, substance: "\(named.id)")
    }
    let found = try await context.ask(FindStreak(text: habit))
    if let substance = substances.first(where: { $0.id.habit == found.habit }) {
      return request(habit: nil, substance: "\(substance.id)")
    }
    return request(habit: "\(found.habit)", substance: nil)
  }

  private func request(habit: String?, substance: String?) -> PostRequest {
    PostRequest(
      habit: habit,
      substance: substance,
      level: milestone?.level,
      unit: milestone?.unit?.rawValue,
      showsTitle: withTitle,
      text: text
    )
  }

  private func remove(_ typed: String, _ access: FriendsAccess) async throws {
    let post = try await access.client.post(typed)
    try await access.client.delete(post: post.id.description)
    try CommandOutput.print(
      ["deleted": post.id],
      "The post is deleted, with the reactions to it.",
      global,
      access.app
    )
  }
}

/// `trellis react`: reacts to a friend's post.
struct ReactCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "react",
    abstract: "React to a friend's post: 👏 🎉 🔥 💪 ❤️ 🌱.",
    discussion: """
      Words do as well: clap, party, fire, strong, heart, sprout. With neither, your reaction is taken \
      back.
      """
  )

  @Argument(help: "The id of the post, or its first digits, as  trellis feed  shows it.")
  var post: String

  @Argument(help: ArgumentHelp("The emoji, or its word.", valueName: "emoji"))
  var reaction: String?

  @OptionGroup var global: GlobalOptions

  func run() async throws {
    let access = try FriendsAccess()
    let found = try await access.client.post(post)
    let answer = try await FriendsCommand.named {
      try await access.client.react(reaction, to: found.id.description)
    }
    let words =
      if reaction != nil {
        "\(answer.author.name) sees your reaction now."
      } else if found.ownReaction != nil {
        "Your reaction is taken back."
      } else {
        "You had not reacted to it, so there was nothing to take back."
      }
    try CommandOutput.print(answer, [Confirmation(words)], global, access.app)
  }
}

extension FriendsClient {
  /// Returns the post that an id or its first digits mean, among the newest thousand.
  ///
  /// - Throws: a `DomainError` if there is none, or several.
  fileprivate func post(_ typed: String) async throws -> PostAnswer {
    var posts: [PostAnswer] = []
    var cursor: String?
    // A server that repeats itself is not asked forever.
    for _ in 0..<20 {
      let page = try await feed(after: cursor, limit: 50)
      posts += page.items
      guard let next = page.next else { break }
      cursor = next.description
    }
    return try ShortID.find(
      typed,
      in: posts,
      id: { "\($0.id)" },
      kind: "post",
      code: "post",
      listedBy: "trellis feed"
    )
  }
}
