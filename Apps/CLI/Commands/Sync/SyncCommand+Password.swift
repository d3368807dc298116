import ArgumentParser
import Commands
import Core
import LocalApp
import Sealing
import Terminal

extension SyncCommand {
  struct Password: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "password",
      abstract: "Change the password of the account; all other devices are signed out.",
      discussion:
        "With --password-stdin the first line is the old password, the second the new one."
    )

    @Flag(help: "Read both passwords from standard input, for scripts.")
    var passwordStdin = false

    @OptionGroup var global: GlobalOptions

    func run() async throws {
      guard let app = Launch.current as? CommandLineApp else { return }
      let linked = try LinkedAccount.of(app.home)
      let input = app.input(readsInput: passwordStdin, global)
      let current = try input.password("Password until now:")
      let new = try input.newPassword()
      if linked.account.isSealed { try AccountEntrance.check(sealedPassword: new) }
      try await linked.changePassword(from: current, to: new)
      let words = "The password is changed, and all other devices are signed out."
      try CommandOutput.print(["email": linked.account.email], words, global, app)
    }
  }

  struct Recover: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "recover",
      abstract: "Bring the keys of encrypted entries back to this device.",
      discussion: """
        By the recovery phrase that you wrote down, or by the password. With --phrase-stdin it is read \
        from standard input.
        """
    )

    @Flag(help: "Read the phrase or the password from standard input, for scripts.")
    var phraseStdin = false

    @OptionGroup var global: GlobalOptions

    func run() async throws {
      guard let app = Launch.current as? CommandLineApp else { return }
      let linked = try LinkedAccount.of(app.home)
      guard linked.account.isSealed else {
        throw DomainError(
          "not-sealed",
          "This account is not encrypted, so it has no keys. Nothing was changed. Who has lost the "
            + "password asks whoever runs the server for a new one."
        )
      }
      let input = app.input(readsInput: phraseStdin, global)
      let secret = try input.password("Recovery phrase, or password:")
      if let phrase = try? RecoveryPhrase(secret) {
        try await linked.renewKeys(phrase: phrase)
      } else {
        try await linked.renewKeys(password: secret)
      }
      let words = "The keys are back on this device. To go on: trellis sync now"
      try CommandOutput.print(["email": linked.account.email], words, global, app)
    }
  }
}

extension CommandLineApp {
  func input(readsInput: Bool, _ global: GlobalOptions) -> AccountInput {
    let screen = screen(plain: global.plain)
    return AccountInput(readsInput: readsInput, asJSON: global.format == .json, screen)
  }
}
