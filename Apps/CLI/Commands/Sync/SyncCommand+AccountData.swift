import ArgumentParser
import Commands
import Core
import LocalApp
import Terminal

extension SyncCommand {
  struct AccountData: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "account-data",
      abstract: "Print all that the server keeps about you beside your entries, as JSON.",
      discussion: """
        Devices, invitations, friends, what you shared, and your notices with where they go; no \
        passwords and no keys. What you entered is in  trellis export . You are asked for the \
        password.
        """
    )

    @Flag(help: "Read the password from standard input, for scripts.")
    var passwordStdin = false

    @OptionGroup var global: GlobalOptions

    func run() async throws {
      guard let app = Launch.current as? CommandLineApp else { return }
      let linked = try LinkedAccount.of(app.home)
      let input = app.input(readsInput: passwordStdin, global)
      let data = try await linked.data(password: try input.password("Password of the account:"))
      var output = Output()
      output.print(try JSON.pretty(data) + "\n")
      output.flushOrExit()
    }
  }
}
