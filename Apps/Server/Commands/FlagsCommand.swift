import Accounts
import ArgumentParser
import Core
import Terminal

/// Shows flags about accounts.
struct FlagsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "flags",
    abstract: "List what looks unlike everyday use; nobody's data is touched by it."
  )

  @Option(help: "How many days back.")
  var days = 30

  @OptionGroup var options: OperatorOptions

  func validate() throws {
    guard (0...FlagsCommand.most).contains(days) else {
      throw ValidationError("--days needs a number from 0 to \(FlagsCommand.most).")
    }
  }

  /// A hundred years, more than there are flags from.
  private static let most = 36_500

  func run() async throws {
    let (_, accounts) = try await options.open()
    let today = LocalCalendar(zone: .utc).day(at: SystemClock().now())
    let flags = try await accounts.flags(since: today.advanced(by: -days), by: .operator)
    for flag in flags {
      // Those of an account that was erased meanwhile are gone as well.
      guard let account = try await accounts.account(flag.account) else { continue }
      print("\(flag.day)  \(printable(account.email))  \(flag.what), \(flag.times)")
    }
    if flags.isEmpty { print("There is nothing unusual.") }
  }
}
