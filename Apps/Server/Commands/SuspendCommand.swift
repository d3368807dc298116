import Accounts
import ArgumentParser
import Core

/// Suspends an account, or reinstates it.
struct SuspendCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "suspend",
    abstract: "Suspend an account, whose data stays; or let it in again."
  )

  @Argument(help: "The e-mail address of the account.")
  var email: String

  @Option(help: "Why, as a sentence for its owner.")
  var reason = AccountStore.usualReason

  @Flag(help: "Let it in again.")
  var end = false

  @OptionGroup var options: OperatorOptions

  func run() async throws {
    let (_, accounts) = try await options.open()
    if end {
      _ = try await accounts.reinstate(email, by: .operator)
      print("\(email) can sign in again.")
    } else {
      _ = try await accounts.suspend(email, reason: reason, by: .operator)
      print("\(email) is suspended; what it holds stays. To let it in again: add --end.")
    }
  }
}
