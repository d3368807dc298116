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
        A device that is signed out keeps what it has, and gets nothing more. Of an encrypted account \
        your password is asked, so that what you enter from then on has a new key.
        """
    )

    @Option(help: "Sign the device with this id out.")
    var revoke: String?

    @Flag(help: "Sign all devices but this one out.")
    var revokeAll = false

    @Flag(help: "Read the password of an encrypted account from standard input, for scripts.")
    var passwordStdin = false

    @OptionGroup var global: GlobalOptions

    func run() async throws {
      guard let app = Launch.current as? CommandLineApp else { return }
      let linked = try LinkedAccount.of(app.home)
      if revoke != nil || revokeAll {
        let password = try secret(linked, app)
        if let revoke {
          try await linked.revoke(session: revoke, password: password)
        } else {
          try await linked.revokeOthers(password: password)
        }
      }
      let items = try await linked.client.sessions()
      let left: [any View] = [Devices.table(items, app)]
      try CommandOutput.print(Document(items: items), left, global, app)
    }

    private func secret(_ linked: LinkedAccount, _ app: CommandLineApp) throws -> String? {
      guard linked.account.isSealed else { return nil }
      return try app.input(readsInput: passwordStdin, global).password("Password of the account:")
    }

    private static func table(_ items: [DeviceSession], _ app: CommandLineApp) -> Table {
      Table(
        [.init("Device"), .init("Since"), .init("Last used"), .init("Id")],
        rows: items.map {
          [
            Text($0.name, .bold) + Text($0.isCurrent ? " (this one)" : "", .muted),
            Text(Devices.day($0.createdAt)), Text(Devices.day($0.usedAt)), Text($0.id, .muted),
          ]
        }
      )
    }

    /// The date of an instant in RFC 3339.
    private static func day(_ instant: String) -> String { String(instant.prefix(10)) }

    private struct Document: Encodable {
      let items: [DeviceSession]
    }
  }
}
