import Accounts
import ArgumentParser
import Core
import Terminal

/// Lists the accounts.
struct AccountsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "accounts",
    abstract: "List the accounts: since when, what they hold, and who is an administrator.",
    discussion: "At the end of each line is the id by which the log names the account."
  )

  @OptionGroup var options: OperatorOptions

  func run() async throws {
    let (_, accounts) = try await options.open()
    var last: String?
    var count = 0
    while true {
      let page = try await accounts.accounts(after: last, by: .operator)
      guard let end = page.last else { break }
      for account in page { print(try await AccountsCommand.line(account, accounts)) }
      count += page.count
      last = end.email
    }
    print(count == 0 ? "There is no account." : "\(count.counted("account")).")
  }

  static func line(_ account: Account, _ accounts: AccountStore) async throws -> String {
    let spaces = try await accounts.spaces(of: account.id)
    let day = LocalCalendar(zone: .utc).day(at: account.createdAt)
    var notes = [account.role == .administrator ? "administrator" : nil]
    notes.append(account.isSealed ? "sealed" : nil)
    notes.append(account.suspension.map { "suspended: \(printable($0.reason))" })
    let about = notes.compactMap { $0 }.joined(separator: ", ")
    let held = spaces.map { $0.product }.joined(separator: ", ")
    return "\(printable(account.email))  since \(day)"
      + (held.isEmpty ? "" : "  \(held)") + (about.isEmpty ? "" : "  (\(about))")
      + "  \(account.id)"
  }
}
