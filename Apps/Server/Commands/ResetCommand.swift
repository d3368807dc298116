import Accounts
import ArgumentParser
import Core

/// Gives somebody a link that sets a new password.
struct ResetCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "reset-password",
    abstract: "Make a link that sets a new password once, within a day.",
    discussion: """
      For a sealed account the link opens nothing by itself: its owner also needs the recovery \
      phrase.
      """
  )

  @Argument(help: "The e-mail address of the account.")
  var email: String

  @OptionGroup var options: OperatorOptions

  func run() async throws {
    let (configuration, accounts) = try await options.open()
    let link = try await accounts.makeResetLink(for: email, by: .operator)
    // The device on which a sealed account is recovered takes over the product of the address.
    let used = try await accounts.spaces(of: link.account).map(\.product)
    let product = used.first { configuration.products.contains($0) } ?? configuration.products[0]
    let address = configuration.address(of: product)
    print("Give this to its owner alone; it is good once, for a day:")
    print("  \(address)/reset?token=\(link.token)")
    guard link.isSealed else { return }
    print("The account is sealed: its owner also needs the recovery phrase, without which")
    print("nobody can open it. They type on a device of their own:")
    print("  \(ResetPage.recoveryCommand(at: address)) --reset-code \(link.token)")
  }
}
