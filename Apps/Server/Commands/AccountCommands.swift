import Accounts
import ArgumentParser
import Core
import Glibc
import Logging

/// What the operator's commands have in common: the accounts, opened beside the server or without it.
struct OperatorOptions: ParsableArguments {
  @OptionGroup var options: ConfigurationOptions

  /// The accounts, and how the server is configured.
  func open() async throws -> (ServerConfiguration, AccountStore) {
    let configuration = try await options.load()
    umask(0o077)
    let data = ServerData(path: configuration.dataFolder)
    try data.create()
    let silent = Logger(label: "trellis-server") { _ in SwiftLogNoOpLogHandler() }
    return (
      configuration,
      try ServerStores.openAccounts(configuration, data, SystemClock(), silent)
    )
  }
}

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
    let address = configuration.address(of: configuration.products[0], at: 0)
    print("Good once, for seven days:")
    print("  \(made.code)")
    print("In a browser:  \(address)/sign-up?invitation=\(made.code)")
    print("On a device:   trellis sync signup \(address) --invitation \(made.code)")
  }
}

/// Lists the accounts.
struct AccountsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "accounts",
    abstract: "List the accounts: since when, what they hold, and who is an administrator."
  )

  @OptionGroup var options: OperatorOptions

  func run() async throws {
    let (_, accounts) = try await options.open()
    var last: String?
    var count = 0
    while true {
      let page = try await accounts.accounts(after: last, by: .operator)
      guard let end = page.last else { break }
      for account in page { print(try await line(account, accounts)) }
      count += page.count
      last = end.email
    }
    print(count == 0 ? "There is no account." : count == 1 ? "1 account." : "\(count) accounts.")
  }

  private func line(_ account: Account, _ accounts: AccountStore) async throws -> String {
    let spaces = try await accounts.spaces(of: account.id)
    let day = LocalCalendar(zone: .utc).day(at: account.createdAt)
    var notes = [account.role == .administrator ? "administrator" : nil]
    notes.append(account.isSealed ? "sealed" : nil)
    notes.append(account.suspension.map { "suspended: \($0.reason)" })
    let about = notes.compactMap { $0 }.joined(separator: ", ")
    let held = spaces.map { $0.product }.joined(separator: ", ")
    // What a person typed does not act on the operator's terminal.
    let email = account.email.filter { !$0.isNewline && $0.isASCII || $0.isLetter }
    return "\(email)  since \(day)" + (held.isEmpty ? "" : "  \(held)")
      + (about.isEmpty ? "" : "  (\(about))")
  }
}

/// Gives somebody a link that sets a new password.
struct ResetCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "reset-password",
    abstract: "Make a link that sets a new password once, within a day."
  )

  @Argument(help: "The e-mail address of the account.")
  var email: String

  @OptionGroup var options: OperatorOptions

  func run() async throws {
    let (configuration, accounts) = try await options.open()
    let link = try await accounts.makeResetLink(for: email, by: .operator)
    let address = configuration.address(of: configuration.products[0], at: 0)
    print("Give this to its owner alone; it is good once, for a day:")
    print("  \(address)/reset?token=\(link.token)")
  }
}

/// Bars an account, or lets it in again.
struct SuspendCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "suspend",
    abstract: "Bar an account, whose data stays; or let it in again."
  )

  @Argument(help: "The e-mail address of the account.")
  var email: String

  @Option(help: "Why, as a sentence for its owner.")
  var reason = "Ask whoever runs the server."

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
      print("\(email) is barred; what it holds stays. To let it in again: add --end.")
    }
  }
}

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
    let (_, accounts) = try await options.open()
    if !yes {
      let question = "Erase \(email) and all that the server keeps of it, for good? Type yes: "
      print(question, terminator: "")
      fflush(nil)
      guard readLine() == "yes" else {
        print("Nothing was erased.")
        return
      }
    }
    let spaces = try await accounts.eraseAccount(email, by: .operator)
    print("\(email) is erased.")
    if !spaces.isEmpty {
      print("Its \(spaces.count == 1 ? "space goes" : "spaces go") when the server next starts.")
    }
  }
}

/// Shows doubts about accounts.
struct FlagsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "flags",
    abstract: "List what looks unlike everyday use; nobody's data is touched by it."
  )

  @Option(help: "How many days back.")
  var days = 30

  @OptionGroup var options: OperatorOptions

  func run() async throws {
    let (_, accounts) = try await options.open()
    let today = LocalCalendar(zone: .utc).day(at: SystemClock().now())
    let flags = try await accounts.flags(since: today.advanced(by: -days), by: .operator)
    for flag in flags {
      print("\(flag.day)  \(flag.account)  \(flag.code)  \(flag.count)")
    }
    if flags.isEmpty { print("There is nothing unusual.") }
  }
}
