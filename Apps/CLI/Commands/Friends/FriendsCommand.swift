import ArgumentParser
import Commands
import Core
import LocalApp
import Presentation
import Terminal

/// `trellis friends`: people with whom things are shared, through the account's server.
struct FriendsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "friends",
    abstract: "Your friends and the streaks that they share; invite, accept, hide, block.",
    discussion: """
      Friends come by invitation alone: you give somebody a code, and they type it in. They see what \
      you share one by one, and nothing else: no habit, no note, no day. Nobody is told that they were \
      hidden, blocked or unfriended.

      Examples:
        trellis friends invite --name Ada
        trellis friends accept K3T9A-...
        trellis friends share Running --with-title
      """,
    subcommands: [
      List.self, Invite.self, Invitations.self, Revoke.self, Accept.self, Remove.self, Hide.self,
      Unhide.self, Block.self, Unblock.self, Blocked.self, Share.self, Unshare.self, Shared.self,
      Name.self,
    ],
    defaultSubcommand: List.self
  )
}

/// The account of this home, for commands about friends.
struct FriendsAccess {
  let app: CommandLineApp
  let linked: LinkedAccount
  let client: FriendsClient

  /// - Throws: a `DomainError`: `no-account`, `signed-out`.
  init() throws {
    guard let app = Launch.current as? CommandLineApp else { throw SyncFiles.noAccount }
    self.app = app
    linked = try LinkedAccount.of(app.home)
    client = FriendsClient(linked.client)
  }

  /// - Throws: a `DomainError` for an account whose server cannot read what would be shared.
  func requireReadable() throws {
    guard linked.account.isSealed else { return }
    throw DomainError(
      "sealed-account",
      "This account is sealed: its server cannot read your days, so it can neither check nor show "
        + "them. Nothing was shared; a picture can be: trellis share"
    )
  }

  /// Makes an invitation, and then sets the name that friends see, if one is given.
  ///
  /// The name comes last, so that it is what it was if no invitation can be made. Whoever has no
  /// name yet gets it first, since nobody without one can invite.
  func invitation(as name: String?) async throws -> FriendInvitationAnswer {
    guard let name else { return try await FriendsCommand.named { try await client.invite() } }
    guard try await client.me().name != nil else {
      _ = try await client.setName(name)
      return try await client.invite()
    }
    let invitation = try await client.invite()
    do {
      _ = try await client.setName(name)
    } catch {
      // Nobody has seen its code.
      try? await client.revoke(invitation: invitation.id.description)
      throw error
    }
    return invitation
  }

  /// Says what friends see of the person's habits; nothing if that cannot be asked now, as what was
  /// asked for is done already.
  func standing() async -> [any View] {
    guard !linked.account.isSealed else { return [] }
    return FriendWords.standing((try? await client.sharing()) ?? [])
  }

  /// Returns the friend that is meant by a name, the beginning of one, or an id.
  func friend(_ typed: String) async throws -> FriendAnswer {
    try FriendsAccess.find(typed, in: try await client.friends(), name: \.name, id: \.id)
  }

  /// - Throws: a `DomainError` if no friend matches, or several do.
  static func find<Item>(
    _ typed: String,
    in items: [Item],
    name: KeyPath<Item, ForeignLine>,
    id: KeyPath<Item, ForeignLine>,
    listedBy command: String = "trellis friends"
  ) throws -> Item {
    let wanted = typed.lowercased()
    if let item = items.first(where: { $0[keyPath: id].description == wanted }) { return item }
    let names = items.map { $0[keyPath: name].description.lowercased() }
    let exact = zip(items, names).filter { $0.1 == wanted }.map(\.0)
    let found = exact.isEmpty ? zip(items, names).filter { $0.1.hasPrefix(wanted) }.map(\.0) : exact
    guard let first = found.first, !wanted.isEmpty else {
      throw DomainError(
        "unknown-person",
        "There is nobody called “\(printable(typed))”. Nothing was changed: look at  "
          + command
      )
    }
    guard found.count == 1 else {
      let ids = found.map { "\($0[keyPath: name]) (\($0[keyPath: id]))" }
      throw DomainError(
        "ambiguous-person",
        "“\(printable(typed))” can be several: \(ids.joined(separator: ", ")). Nothing was changed: "
          + "give the id."
      )
    }
    return first
  }
}

extension FriendsCommand {
  struct List: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "list",
      abstract: "List your friends with the streaks that they share."
    )

    @OptionGroup var global: GlobalOptions

    func run() async throws {
      let access = try FriendsAccess()
      let me = try await access.client.me()
      let items = try await access.client.friends()
      let calendar = try await access.app.calendar()
      try CommandOutput.print(
        Document(items: items, me: me),
        List.views(items, me, calendar),
        global,
        access.app
      )
    }

    private static func views(
      _ items: [FriendAnswer],
      _ me: FriendProfile,
      _ calendar: LocalCalendar
    ) -> [any View] {
      guard !items.isEmpty else {
        let name = me.name == nil ? " --name NAME" : ""
        return [
          Paragraph(verbatim: "You have no friends here yet. Give somebody a code:"),
          NextStep("trellis friends invite\(name)"),
        ]
      }
      let table = Table(
        [.init("Friend"), .init("Streaks", fit: .wraps, minimumWidth: 20), .init("Since")],
        rows: items.map { friend in
          let words = friend.streaks.map { FriendWords.streak($0) }.joined(separator: "; ")
          return [
            Text("\(friend.name)", .bold) + Text(friend.hidden ? " (hidden)" : "", .muted),
            words.isEmpty ? Text("shares none", .muted) : Text(words),
            Text(FriendWords.day(friend.since, calendar), .muted),
          ]
        }
      )
      return [table] + FriendWords.unseen(me.unseen)
    }

    private struct Document: Encodable {
      let items: [FriendAnswer]
      let me: FriendProfile
    }
  }

  struct Name: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "name",
      abstract: "Choose the name that friends see."
    )

    @Argument(help: "Up to 40 characters.")
    var name: String

    @OptionGroup var global: GlobalOptions

    func run() async throws {
      let access = try FriendsAccess()
      let person = try await access.client.setName(name)
      try CommandOutput.print(person, "Friends see you as \(person.name).", global, access.app)
    }
  }
}
