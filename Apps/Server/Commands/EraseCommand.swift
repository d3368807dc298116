import Accounts
import ArgumentParser
import Core
import Friends
import Glibc

/// Erases an account.
struct EraseCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "erase-account",
    abstract: "Erase an account with all that the server keeps of it."
  )

  @Argument(help: "The e-mail address of the account.")
  var email: String

  @Flag(help: "Do not ask.")
  var yes = false

  @OptionGroup var options: OperatorOptions

  func run() async throws {
    let (configuration, accounts) = try await options.open()
    if !yes {
      let question = "Erase \(email) and all that the server keeps of it, for good? Type yes: "
      print(question, terminator: "")
      fflush(nil)
      guard readLine() == "yes" else {
        print("Nothing was erased.")
        return
      }
    }
    let data = ServerData(path: configuration.dataFolder)
    let friends = try ServerStores.openFriends(configuration, data)
    let spaces = try await accounts.eraseAccount(email, by: .operator)
    for account in try await accounts.erased(amongAccounts: try await friends.accounts()) {
      try await friends.erase(account)
    }
    print("\(email) is erased.")
    if !spaces.isEmpty {
      print("Its \(spaces.count == 1 ? "space goes" : "spaces go") when the server next starts.")
    }
  }
}
