import ArgumentParser
import Commands
import Core
import LocalApp
import Presentation
import Terminal

/// The friend that a command is about, and how the answer is printed.
struct FriendArguments: ParsableArguments {
  @Argument(help: "The friend's name, or the beginning of it.")
  var friend: String

  @OptionGroup var global: GlobalOptions
}

/// A command that does one thing with one friend.
protocol FriendChange: AsyncParsableCommand {
  var arguments: FriendArguments { get }

  /// Performs the action, and returns what to print.
  func change(_ friend: FriendAnswer, _ client: FriendsClient) async throws -> String
}

extension FriendChange {
  func run() async throws {
    let access = try FriendsAccess()
    let friend = try await access.friend(arguments.friend)
    let words = try await change(friend, access.client)
    let document = ["id": friend.id, "name": friend.name]
    try CommandOutput.print(document, [Confirmation(words)], arguments.global, access.app)
  }
}

extension FriendsCommand {
  struct Remove: FriendChange {
    static let configuration = CommandConfiguration(
      commandName: "remove",
      abstract: "Unfriend somebody: from now on neither of you sees anything of the other."
    )

    @OptionGroup var arguments: FriendArguments

    func change(_ friend: FriendAnswer, _ client: FriendsClient) async throws -> String {
      try await client.remove(friend.id.description)
      return "You and \(friend.name) are no longer friends. They are not told."
    }
  }

  struct Hide: FriendChange {
    static let configuration = CommandConfiguration(
      commandName: "hide",
      abstract: "Leave a friend's posts out of your feed."
    )

    @OptionGroup var arguments: FriendArguments

    func change(_ friend: FriendAnswer, _ client: FriendsClient) async throws -> String {
      try await client.setHidden(true, friend: friend.id.description)
      return "You no longer see what \(friend.name) posts. They are not told."
    }
  }

  struct Unhide: FriendChange {
    static let configuration = CommandConfiguration(
      commandName: "unhide",
      abstract: "Take a friend's posts back into your feed."
    )

    @OptionGroup var arguments: FriendArguments

    func change(_ friend: FriendAnswer, _ client: FriendsClient) async throws -> String {
      try await client.setHidden(false, friend: friend.id.description)
      return "What \(friend.name) posts is in your feed again."
    }
  }

  struct Block: FriendChange {
    static let configuration = CommandConfiguration(
      commandName: "block",
      abstract: "Unfriend somebody for good: no code makes you friends again."
    )

    @OptionGroup var arguments: FriendArguments

    func change(_ friend: FriendAnswer, _ client: FriendsClient) async throws -> String {
      try await client.block(friend.id.description)
      return "\(friend.name) is blocked, and no longer your friend. They are not told."
    }
  }

  struct Unblock: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "unblock",
      abstract: "Allow somebody whom you blocked to become a friend again."
    )

    @Argument(help: "The name that they had, or the beginning of it.")
    var person: String

    @OptionGroup var global: GlobalOptions

    func run() async throws {
      let access = try FriendsAccess()
      let blocked = try await access.client.blocked()
      let found = try FriendsAccess.find(
        person,
        in: blocked,
        name: \.name,
        id: \.id,
        listedBy: "trellis friends blocked"
      )
      try await access.client.unblock(found.id.description)
      let words = "\(found.name) is not blocked any more. A new invitation can make you friends."
      try CommandOutput.print(found, words, global, access.app)
    }
  }

  struct Blocked: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "blocked",
      abstract: "List whom you have blocked."
    )

    @OptionGroup var global: GlobalOptions

    func run() async throws {
      let access = try FriendsAccess()
      let items = try await access.client.blocked()
      let calendar = try await access.app.calendar()
      let table = Table(
        [.init("Blocked"), .init("Since")],
        rows: items.map {
          [Text("\($0.name)"), Text(FriendWords.day($0.since, calendar), .muted)]
        }
      )
      let none: [any View] = [Paragraph(verbatim: "You have blocked nobody.")]
      try CommandOutput.print(
        ["items": items],
        items.isEmpty ? none : [table],
        global,
        access.app
      )
    }
  }
}
