import Accounts
import ArgumentParser
import Core

/// Invites somebody.
struct InviteCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "invite",
    abstract: "Make an invitation, which one person can use once to make an account."
  )

  @OptionGroup var options: OperatorOptions

  func run() async throws {
    let (configuration, accounts) = try await options.open()
    let made = try await accounts.invite(by: .operator)
    let address = configuration.address(of: configuration.products[0])
    print("Good once, for seven days:")
    print("  \(made.code)")
    print("In a browser:  \(address)/sign-up?invitation=\(made.code)")
    print("On a device:   trellis sync signup \(address) --invitation \(made.code)")
    if let hint = InviteCommand.hint(configuration.accounts.signUp) { print(hint) }
  }

  /// What is said where an invitation makes no difference; nil where it does.
  static func hint(_ signUp: AccountPolicy.SignUpMode) -> String? {
    switch signUp {
    case .invitation: nil
    case .open: "This server makes an account for anybody: nobody needs an invitation ( signUp )."
    case .closed:
      "This server makes no accounts at present, for this code either: let  signUp  in the "
        + "configuration be \"invitation\", then restart it."
    }
  }
}
