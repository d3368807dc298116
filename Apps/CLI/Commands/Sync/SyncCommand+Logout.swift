import ArgumentParser
import Commands
import Core
import LocalApp
import Terminal

extension SyncCommand {
  struct Logout: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "logout",
      abstract: "Unlink this device from the account; everything stays here."
    )

    @OptionGroup var global: GlobalOptions

    func run() async throws {
      guard let app = Launch.current as? CommandLineApp else { return }
      guard try app.home.sync.loadAccount() != nil else { throw SyncFiles.noAccount }
      var unsent = 0
      // A space that cannot be opened keeps nobody from leaving.
      try? await app.withReadableSpace { unsent = await $0.countUnsent() }
      let departure = try await LinkedAccount.leave(app.home)
      let words =
        "This device is unlinked. Everything stays here, and goes nowhere else from now on."
      let untold =
        "The server could not be told: it lists this device until you sign it out from another one."
      let sentences = [
        words, SyncReport.words(unsent: unsent), departure.keyWords,
        departure.isTold ? nil : untold,
      ]
      try CommandOutput.print(
        Document(keepsKeys: departure.keepsKeys, serverKnows: departure.isTold, unsent: unsent),
        sentences.compactMap { $0 },
        global,
        app
      )
    }

    private struct Document: Encodable {
      /// Whether the keys of a sealed account stay, since the server may lack some.
      let keepsKeys: Bool
      let serverKnows: Bool
      /// The number of entries that are on this device alone.
      let unsent: Int
    }
  }

  struct DeleteAccount: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "delete-account",
      abstract: "Erase the account and all that the server keeps for it.",
      discussion: "What is on your devices stays there. You are asked for the password."
    )

    @Flag(name: [.long, .short], help: "Erase it without asking again.")
    var yes = false

    @Flag(help: "Read the password from standard input, for scripts.")
    var passwordStdin = false

    @OptionGroup var global: GlobalOptions

    func run() async throws {
      guard let app = Launch.current as? CommandLineApp else { return }
      let linked = try LinkedAccount.of(app.home)
      let input = app.input(readsInput: passwordStdin, global)
      try confirm(linked.account, input)
      try await linked.delete(password: try input.password("Password of the account:"))
      let words =
        "The account is erased, with all that the server kept for it. What is on this device stays here."
      try CommandOutput.print(["email": linked.account.email], words, global, app)
    }

    private func confirm(_ account: SyncAccount, _ input: AccountInput) throws {
      guard !yes else { return }
      guard input.canAsk else {
        throw DomainError(
          "not-confirmed",
          "This erases the account \(account.email) for good. Nothing was changed: say yes with  --yes"
        )
      }
      let question =
        "This erases the account \(account.email) and all that the server keeps for it, for good; your "
        + "devices keep what they have. Erase it?"
      guard try input.confirms(question) else { throw AccountInput.cancelled }
    }
  }
}
