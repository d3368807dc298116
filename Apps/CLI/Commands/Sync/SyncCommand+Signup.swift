import ArgumentParser
import Commands
import Core
import LocalApp
import Presentation
import Sealing
import Terminal

extension SyncCommand {
  struct Signup: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
      let about = Launch.current?.product.aboutSealedAccounts ?? Product.offInSealedAccounts
      return CommandConfiguration(
        commandName: "signup",
        abstract: "Make an account on a server, and link this device to it.",
        discussion: """
          With --sealed you make a sealed account. Everything is encrypted on this device: the \
          server cannot read it, and without your password and the recovery phrase that you are \
          shown nobody can. \(about)

          Examples:
            trellis sync signup habits.example.org
            trellis sync signup habits.example.org --sealed
          """
      )
    }

    @Argument(help: "The server's address.")
    var address: String

    @OptionGroup var server: ServerOptions

    @Flag(help: "Encrypt everything, so that the server cannot read it.")
    var sealed = false

    @Option(help: "The invitation that you were given, if the server asks for one.")
    var invitation: String?

    @Flag(help: "If you have the account already, merge what is here with it, without asking.")
    var merge = false

    @OptionGroup var global: GlobalOptions

    func run() async throws {
      guard let app = Launch.current as? CommandLineApp else { return }
      try await SyncLinking.checkSignedOut(app.home)
      let linker = try await Linker(app, address, server, global, authorities: nil)
      try check(linker.info)
      if !sealed, linker.app.product.policies.recommendsSealedAccounts {
        linker.input.advise(
          "The server can read this account. For \(linker.app.product.title) a sealed one, which it "
            + "cannot read, is the better choice: press Ctrl-C, and add  --sealed"
        )
      }
      let email = try linker.input.email(server.email, offering: nil)
      try check(email, linker.entrance)
      let code = try wanted(linker)
      if !sealed { try await linker.entrance.check(signUpOf: email, invitation: code) }
      let password = try linker.input.newPassword()
      if sealed { try AccountEntrance.check(sealedPassword: password) }
      let phrase = sealed ? RecoveryPhrase() : nil
      if let phrase { try linker.input.hand(over: phrase) }
      let access: AccountAccess
      do {
        access = try await linker.entrance.signUp(
          email: email,
          password: password,
          invitation: code,
          phrase: phrase
        )
      } catch let error as DomainError where AccountEntrance.mayHaveArrived(error) {
        if let phrase { linker.input.warn(of: phrase) }
        throw error
      }
      do {
        try await linker.link(access, mayMerge: merge, isSigningUp: true, phrase: phrase)
      } catch {
        // The account is there, and nobody can be shown its phrase later.
        if let phrase { linker.input.warn(of: phrase) }
        throw error
      }
    }

    private func check(_ info: ServerInfo) throws {
      guard info.signUp != "closed" else {
        throw DomainError(
          "sign-up-closed",
          "\(info.name) takes no new accounts. Nothing was changed: ask whoever runs it."
        )
      }
    }

    /// Signing up with an address in use signs in, so the server would get the password.
    private func check(_ email: String, _ entrance: AccountEntrance) throws {
      guard !sealed, try entrance.expectsSealedAccount(of: email) else { return }
      throw DomainError(
        "sealed-account",
        "The account of this address was sealed, and no server must get its password. Nothing was sent: "
          + "sign in with  trellis sync login , or make another sealed account with  --sealed . If "
          + "that one is erased and the server may read the new one, make it in a browser there, "
          + "with another password, and let this device in:  "
          + "trellis sync login \(printable(address)) --code"
      )
    }

    private func wanted(_ linker: Linker) throws -> String? {
      guard invitation == nil, linker.info.signUp == "invitation" else { return invitation }
      return try linker.input.line("Invitation:", option: "--invitation CODE")
    }
  }
}
