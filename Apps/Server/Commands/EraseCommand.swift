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
    let account = try await accounts.account(at: email, by: .operator)
    if !yes {
      let question =
        "Erase \(account.email) and all that the server keeps of it, for good? Type yes: "
      print(question, terminator: "")
      fflush(nil)
      guard try EraseCommand.agrees(readLine()) else {
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

  /// Returns whether the answer to the question is that the account is to be erased.
  ///
  /// - Parameter answer: nil if nobody is there to answer.
  /// - Throws: a ``DomainError`` then, so that no script takes the account for erased.
  static func agrees(_ answer: String?) throws -> Bool {
    guard let answer else {
      throw DomainError(
        "needs-confirmation",
        "Nobody answered, so nothing was erased. To erase the account without a question, add --yes."
      )
    }
    return answer == "yes"
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
