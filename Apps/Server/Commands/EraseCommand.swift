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

  @Flag(name: [.long, .short], help: "Do not ask.")
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
    let friends = try ServerStores.openFriends(configuration, data, SystemClock())
    _ = try await accounts.eraseAccount(email, by: .operator)
    for account in try await accounts.erased(amongAccounts: try await friends.accounts()) {
      try await friends.erase(account)
    }
    let left = try await SpaceErasure(
      configuration: configuration,
      data: data,
      accounts: accounts
    ).finish()
    print(EraseCommand.words(for: email, left.map(\.product), configuration.products))
  }

  /// What is said at the end.
  ///
  /// - Parameters:
  ///   - left: the products of the spaces that are not erased yet.
  ///   - served: the products of the server.
  static func words(for email: String, _ left: [String], _ served: [String]) -> String {
    if left.isEmpty { return "\(email) is erased, with all that the server kept of it." }
    let missing = Set(left).subtracting(served).sorted()
    if missing.isEmpty {
      return "\(email) is erased. The server that runs has not erased its entries yet: it goes on, "
        + "and its log says what keeps it from that."
    }
    let names = missing.joined(separator: ", ")
    return "\(email) is erased, except its entries in \(names), which this server does not serve: "
      + "they go when it starts with that among its  products ."
  }
}
