import ArgumentParser
import Commands
import Core
import LocalApp
import Presentation
import Terminal

extension SyncCommand {
  struct Devices: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "devices",
      abstract: "List the devices that are signed in, and sign them out.",
      discussion: """
        A device that is signed out keeps what it has, and gets nothing more. For a sealed account you \
        are asked for your password, so that what you enter from then on has a new key.
        """
    )

    @Option(
      help: ArgumentHelp(
        "Sign the device with this id out; the beginning of it will do.",
        valueName: "id"
      )
    )
    var revoke: String?

    @Flag(help: "Sign all devices but this one out.")
    var revokeAll = false

    @Flag(help: "Read the password of a sealed account from standard input, for scripts.")
    var passwordStdin = false

    @OptionGroup var global: GlobalOptions

    func run() async throws {
      guard let app = Launch.current as? CommandLineApp else { return }
      let linked = try LinkedAccount.of(app.home)
      if revokeAll {
        try await linked.revokeOthers(password: try secret(linked, app))
      } else if let revoke {
        let session = try await Devices.find(revoke, linked)
        try await linked.revoke(session: session.id, password: try secret(linked, app))
      }
      let items = try await linked.client.sessions()
      let calendar = try await app.calendar()
      let left: [any View] = [Devices.table(items, calendar)] + Devices.asking(items)
      try CommandOutput.print(Document(items: items), left, global, app)
      // They were shown now; an older server does not distinguish them.
      if items.contains(where: { $0.isNew == true }) { try await linked.client.markSessionsSeen() }
    }

    /// Asks the person to check which devices have signed in since the last look.
    private static func asking(_ items: [DeviceSession]) -> [any View] {
      let count = items.count { $0.isNew == true }
      guard count > 0 else { return [] }
      let words =
        count == 1
        ? "One is new. If you do not know it" : "\(count) are new. If you do not know one"
      return [
        Paragraph(
          Text(
            "\(words), sign it out with  trellis sync devices --revoke ID , and change your password "
          )
            + Text("with  trellis sync password .")
        )
      ]
    }

    private func secret(_ linked: LinkedAccount, _ app: CommandLineApp) throws -> String? {
      guard linked.account.isSealed else { return nil }
      return try app.input(readsInput: passwordStdin, global).password("Password of the account:")
    }

    /// Finds another device.
    private static func find(
      _ typed: String,
      _ linked: LinkedAccount
    ) async throws -> DeviceSession {
      let found = try ShortID.find(
        typed,
        in: try await linked.client.sessions(),
        id: { $0.id },
        kind: "device",
        listedBy: "trellis sync devices"
      )
      guard !found.isCurrent else {
        throw DomainError(
          "own-device",
          "That is this device. Nothing was changed: unlink it with  trellis sync logout"
        )
      }
      return found
    }

    private static func table(_ items: [DeviceSession], _ calendar: LocalCalendar) -> Table {
      let digits = ShortID.digits(toTellApart: items.map(\.id))
      return Table(
        [
          .init("Device", fit: .wraps, minimumWidth: 12), .init("Since"), .init("Last used"),
          .init("Id"),
        ],
        rows: items.map {
          [
            Text($0.name, .bold) + Text(Devices.mark($0), .muted),
            Text(calendar.date(of: $0.createdAt)), Text(calendar.date(of: $0.usedAt)),
            Text(String($0.id.prefix(digits)), .muted),
          ]
        }
      )
    }

    private static func mark(_ session: DeviceSession) -> String {
      if session.isCurrent { return " (this one)" }
      return session.isNew == true ? " (new)" : ""
    }

    private struct Document: Encodable {
      let items: [DeviceSession]
    }
  }
}
