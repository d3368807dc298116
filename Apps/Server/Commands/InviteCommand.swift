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
    for line in InviteCommand.lines(about: made.code, configuration) { print(line) }
    if let hint = InviteCommand.hint(configuration.accounts.signUp) { print(hint) }
  }

  /// The code, and where it can be used: an account is good for all products of the server.
  static func lines(about code: String, _ configuration: ServerConfiguration) -> [String] {
    var lines = ["Good once, for seven days:", "  \(code)"]
    for product in configuration.products {
      let address = configuration.address(of: product)
      if configuration.products.count > 1 { lines.append("For \(product):") }
      lines.append("In a browser:  \(address)\(SignUpPage.address(invitation: code))")
      lines.append("On a device:   trellis sync signup \(address) --invitation \(code)")
    }
    return lines
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
