import ArgumentParser
import Commands
import Core
import LocalApp
import Replication
import Terminal

extension SyncCommand {
  struct Login: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "login",
      abstract: "Link this device to an account that you have.",
      discussion: """
        What is here is merged with what the account has; you are asked first, and a copy of what is \
        here is made. With --code you let it in from another device instead of typing a password. If \
        you have lost the password of a sealed account, use trellis sync recover.

        Examples:
          trellis sync login habits.example.org
          trellis sync login habits.example.org --code
        """
    )

    @Argument(help: "The server's address; that of the last time if left out.")
    var address: String?

    @OptionGroup var server: ServerOptions

    @Flag(help: "Show a code to type in on a device that is signed in, instead of a password here.")
    var code = false

    @Flag(help: "Go on only if the account is sealed: the server never gets the password.")
    var sealed = false

    @Flag(help: "Merge what is here with what the account has, without asking.")
    var merge = false

    @OptionGroup var global: GlobalOptions

    func validate() throws {
      guard code, server.email != nil else { return }
      throw ValidationError(
        "--code asks for no address: the other device says whose account it is."
      )
    }

    func run() async throws {
      guard let app = Launch.current as? CommandLineApp else { return }
      try await SyncLinking.checkSignedOut(app.home)
      let last = try app.home.sync.loadLastAccount()
      guard let address = address ?? last?.server else {
        throw ValidationError("Which server? Say: trellis sync login ADDRESS")
      }
      let linker = try await Linker(
        app,
        address,
        server,
        global,
        authorities: last?.authorities(at: address)
      )
      let access = try await enter(linker, last)
      try await linker.link(access, mayMerge: merge)
    }

    private func enter(_ linker: Linker, _ last: SyncAccount?) async throws -> AccountAccess {
      if code { return try await linker.enterByCode(mustBeSealed: sealed) }
      let email = try linker.input.email(server.email, offering: last?.email)
      // A server must not be able to ask for the password of an account that was encrypted before.
      let wasSealed = try linker.entrance.expectsSealedAccount(of: email)
      let password = try linker.input.password("Password:")
      do {
        return try await linker.entrance.signIn(
          email: email,
          password: password,
          mustBeSealed: sealed || wasSealed
        )
      } catch let error as DomainError where error.code == "not-sealed" && !sealed {
        throw DomainError(
          error.code,
          "This device had a sealed account with this address, and the server asks for the password "
            + "itself. Nothing was sent. If this is another account, which the server may read, let "
            + "this device in without a password, by adding  --code ; if it should be sealed, ask "
            + "whoever runs the server."
        )
      }
    }
  }
}
