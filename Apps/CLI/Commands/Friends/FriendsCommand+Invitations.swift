import ArgumentParser
import Commands
import Core
import LocalApp
import Presentation
import Terminal

extension FriendsCommand {
  struct Invite: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "invite",
      abstract: "Make a code that one person can use once, within seven days."
    )

    @Option(help: "What friends call you; kept for the next time.")
    var name: String?

    @OptionGroup var global: GlobalOptions

    func run() async throws {
      let access = try FriendsAccess()
      let invitation = try await access.invitation(as: name)
      let views: [any View] = [
        Paragraph(verbatim: "Give this code to one person, within seven days:"),
        Paragraph(Text("\(invitation.code ?? invitation.id)", .bold), indent: 2),
        Paragraph(Text("They type:  trellis friends accept CODE", .muted)),
      ]
      let standing = await access.standing()
      try CommandOutput.print(invitation, views + standing, global, access.app)
    }
  }

  struct Invitations: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "invitations",
      abstract: "List the invitations that you have made."
    )

    @OptionGroup var global: GlobalOptions

    func run() async throws {
      let access = try FriendsAccess()
      let items = try await access.client.invitations()
      let digits = ShortID.digits(toTellApart: items.map { "\($0.id)" })
      let calendar = try await access.app.calendar()
      let table = Table(
        [.init("Made"), .init("State"), .init("Until"), .init("Id")],
        rows: items.map {
          [
            Text(FriendWords.day($0.createdAt, calendar)), Text("\($0.state)"),
            Text(FriendWords.day($0.expiresAt, calendar)),
            Text(String("\($0.id)".prefix(digits)), .muted),
          ]
        }
      )
      let none: [any View] = [Paragraph(verbatim: "You have made no invitation.")]
      try CommandOutput.print(
        ["items": items],
        items.isEmpty ? none : [table],
        global,
        access.app
      )
    }
  }

  struct Revoke: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "revoke",
      abstract: "Make an invitation unusable."
    )

    @Argument(help: "The id of the invitation, or the beginning of it.")
    var id: String

    @OptionGroup var global: GlobalOptions

    func run() async throws {
      let access = try FriendsAccess()
      let invitation = try ShortID.find(
        id,
        in: try await access.client.invitations(),
        id: { "\($0.id)" },
        kind: "invitation",
        listedBy: "trellis friends invitations"
      )
      try await access.client.revoke(invitation: invitation.id.description)
      try CommandOutput.print(
        ["revoked": invitation.id],
        "Nobody can use that invitation any more.",
        global,
        access.app
      )
    }
  }

  struct Accept: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "accept",
      abstract: "Become friends with whoever gave you a code."
    )

    @Argument(help: "The code.")
    var code: String

    @Option(help: "What friends call you; kept for the next time.")
    var name: String?

    @OptionGroup var global: GlobalOptions

    func run() async throws {
      let access = try FriendsAccess()
      let friend = try await FriendsCommand.named {
        try await access.client.accept(code, as: name)
      }
      let words = "You and \(friend.name) are friends now. Each sees what the other shares."
      let standing = await access.standing()
      let views: [any View] = [Confirmation(words)] + standing
      try CommandOutput.print(friend, views, global, access.app)
    }
  }

  /// Adds to the refusal for a person without a name how to set one here.
  static func named<T>(_ body: () async throws -> T) async throws -> T {
    do {
      return try await body()
    } catch let error as DomainError where error.code == "name-needed" {
      throw DomainError(error.code, "\(error.message) Here: --name NAME")
    }
  }
}
