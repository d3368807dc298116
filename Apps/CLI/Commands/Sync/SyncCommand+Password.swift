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
      let current = try input.password("Current password:")
      try AccountEntrance.check(isNoPhrase: current)
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
      abstract: "Get back into a sealed account with its recovery phrase.",
      discussion: """
        On a device that is signed in it brings the keys back, with the phrase that you wrote down or \
        with the password.

        If the password is lost, ask whoever runs the server for a code (on a server of your own: \
        trellis-server reset-password EMAIL). With the code and the phrase you set a new password, and \
        this device is signed in. All others are signed out, and keep what they have. The phrase never \
        leaves the device.

        With --phrase-stdin the first line is the phrase, and with a code the second one the new \
        password.

        Examples:
          trellis sync recover
          trellis sync recover habits.example.org --reset-code CODE
        """
    )

    @Argument(help: "The server's address, for a new password; that of the last time if left out.")
    var address: String?

    @Option(help: "The code for a new password that you were given, or the link that contains it.")
    var resetCode: String?

    @Flag(help: "Read the phrase and the new password from standard input, for scripts.")
    var phraseStdin = false

    @Flag(
      help: """
        Go on without the entries whose key is missing, if no device has it any more. They stay \
        encrypted here.
        """
    )
    var skipUnreadable = false

    @Flag(help: "Merge what is here with what the account has, without asking.")
    var merge = false

    @OptionGroup var reach: ReachOptions

    @OptionGroup var global: GlobalOptions

    private static let option = "--phrase-stdin"

    func validate() throws {
      guard skipUnreadable, address != nil || resetCode != nil else { return }
      throw ValidationError("--skip-unreadable is for a device that is signed in: it stands alone.")
    }

    func run() async throws {
      guard let app = Launch.current as? CommandLineApp else { return }
      if skipUnreadable {
        try goOn(app)
      } else if address == nil, resetCode == nil {
        try await bringKeysBack(app)
      } else {
        try await setPassword(app)
      }
    }

    // MARK: With a code

    private func setPassword(_ app: CommandLineApp) async throws {
      let last = try app.home.sync.loadLastAccount()
      guard let address = address ?? last?.server else {
        throw ValidationError("Which server? Say: trellis sync recover ADDRESS --reset-code CODE")
      }
      // It could be the phrase, typed in the wrong place.
      if let resetCode { _ = try AccountEntrance.resetCode(resetCode) }
      let linker = try await Linker(
        app,
        address,
        reach,
        global,
        readsInput: phraseStdin,
        authorities: last?.authorities(at: address)
      )
      let access = try await enter(linker)
      do {
        try await linker.link(access, mayMerge: merge)
      } catch {
        CommandOutput.warn(
          "The new password is set. If this device is not linked yet, sign in with it:  trellis sync "
            + "login \(printable(address))"
        )
        throw error
      }
    }

    private func enter(_ linker: Linker) async throws -> AccountAccess {
      let input = linker.input
      let code =
        try resetCode ?? input.line("Code for a new password:", option: "--reset-code CODE")
      _ = try AccountEntrance.resetCode(code)
      let words = try input.password("Recovery phrase:", option: Recover.option)
      let phrase = try RecoveryPhrase(words)
      let password = try input.newPassword(option: Recover.option)
      return try await linker.entrance.recover(
        code: code,
        phrase: phrase,
        newPassword: password
      )
    }

    // MARK: On a device that is signed in

    private func bringKeysBack(_ app: CommandLineApp) async throws {
      do {
        let linked = try LinkedAccount.of(app.home)
        let words = Recover.words(of: try await renewKeys(of: linked, app))
        try CommandOutput.print(["email": linked.account.email], words, global, app)
      } catch let error as DomainError where ["no-account", "signed-out"].contains(error.code) {
        throw codeNeeded(app.home)
      }
    }

    private static func words(of renewal: LinkedAccount.KeyRenewal) -> String {
      switch renewal {
      case .nothingNew: nothingNew
      case .received: "The keys are back on this device. To go on: trellis sync now"
      case .given:
        "The server has got keys that it lacked, since its data were restored from a backup. To go on: "
          + "trellis sync now . Devices that need these keys get them by  trellis sync recover"
      }
    }

    private static let nothingNew =
      "This device and the server have the same keys. If one is still missing at the next sync, the "
      + "server's data were restored from a backup. Nothing is lost: type  trellis sync recover  with "
      + "the password on the device on which you last changed it or signed another device out, and "
      + "then here again. If no device has that key any more:  trellis sync recover --skip-unreadable"

    private func goOn(_ app: CommandLineApp) throws {
      let linked = try LinkedAccount.of(app.home)
      try Recover.check(isSealed: linked)
      try linked.skipUnreadable()
      let words =
        "The next sync goes on without the entries whose key is missing. Those stay encrypted on this "
        + "device; devices that have the key can read them. To go on: trellis sync now"
      try CommandOutput.print(["email": linked.account.email], words, global, app)
    }

    private static func check(isSealed linked: LinkedAccount) throws(DomainError) {
      guard !linked.account.isSealed else { return }
      throw DomainError(
        "not-sealed",
        "This account is not sealed, so it has no keys. Nothing was changed. If you have lost the "
          + "password, ask whoever runs the server for a new one."
      )
    }

    private func renewKeys(
      of linked: LinkedAccount,
      _ app: CommandLineApp
    ) async throws -> LinkedAccount.KeyRenewal {
      try Recover.check(isSealed: linked)
      let input = app.input(readsInput: phraseStdin, global)
      let secret = try input.password("Recovery phrase, or password:", option: Recover.option)
      if let phrase = try RecoveryPhrase.recognized(in: secret) {
        return try await linked.renewKeys(phrase: phrase)
      }
      return try await linked.renewKeys(password: secret)
    }

    private func codeNeeded(_ home: Home) -> DomainError {
      let known = try? home.sync.loadLastAccount()
      let address = known.map { printable($0.server) } ?? "ADDRESS"
      return DomainError(
        "reset-code-needed",
        "This device is not signed in, so the server gives it no keys to open with the phrase. Nothing "
          + "was changed. If you know the password, sign in:  trellis sync login \(address)  If it is "
          + "lost, ask whoever runs the server for a code (on a server of your own:  trellis-server "
          + "reset-password EMAIL ), then set a new one:  trellis sync recover \(address)"
      )
    }
  }
}

extension CommandLineApp {
  func input(readsInput: Bool, _ global: GlobalOptions) -> AccountInput {
    let screen = screen(plain: global.plain)
    return AccountInput(readsInput: readsInput, asJSON: global.format == .json, screen)
  }
}
