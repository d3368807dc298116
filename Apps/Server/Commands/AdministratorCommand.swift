import Accounts
import ArgumentParser
import Core

/// Makes the first administrator, and further ones.
struct AdministratorCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "make-administrator",
    abstract: "Make an account an administrator's; it is made if there is none.",
    discussion: "The password of a new account is asked for, or read with --password-stdin."
  )

  @Argument(help: "The e-mail address of the account.")
  var email: String

  @Flag(help: "Read the password of a new account from standard input.")
  var passwordStdin = false

  @OptionGroup var options: OperatorOptions

  func run() async throws {
    let (_, accounts) = try await options.open()
    do throws(AccountsError) {
      _ = try await accounts.makeAdministrator(email)
    } catch {
      guard error == .unknownAccount else { throw error }
      let password = try NewPassword.read(fromInput: passwordStdin)
      _ = try await accounts.addAccount(email, password: password, by: .operator)
      _ = try await accounts.makeAdministrator(email)
    }
    print("\(email) is an administrator now.")
  }
}
