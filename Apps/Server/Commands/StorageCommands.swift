import Accounts
import ArgumentParser
import Core
import FileSystem
import Replication

/// Checks the server's data.
struct VerifyCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "Check that no entry of any space was changed or lost; also while the server runs."
  )

  @OptionGroup var options: ConfigurationOptions

  func run() async throws {
    let configuration = try await options.load()
    let data = ServerData(path: configuration.dataFolder)
    var isWhole = true
    for product in configuration.products where configuration.holds(product, in: data) {
      let journal = try ServerStores.openJournal(of: product, configuration, data)
      let check = try await JournalCheck(of: journal)
      for problem in check.problems { print("\(product), \(problem)") }
      isWhole = isWhole && check.problems.isEmpty
      let words = check.entries.counted("entry", "entries")
      print("\(product): \(words) in \(check.spaces.counted("space"))")
    }
    guard isWhole else { throw ExitCode(1) }
    print("Everything is as it was written.")
  }
}

/// Tells devices that the data was restored.
struct RestoredCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "mark-restored",
    abstract: "After a backup was put back: have devices send again what is missing.",
    discussion: """
      Run it before the server starts with the restored files, with the newest erasures.log and \
      erased-*.log in their folder: what was erased since the backup is erased again. With a database \
      run it on each node, one after the other, before any starts.
      """
  )

  @OptionGroup var options: ConfigurationOptions

  func run() async throws {
    let configuration = try await options.load()
    let data = ServerData(path: configuration.dataFolder)
    let lock = try data.take()
    defer { lock.release() }
    let count = try await RestoredSpaces(configuration: configuration)
      .begin(configuration.products)
    print(
      "\(count.counted("space begins", "spaces begin")) a new epoch: devices send what is "
        + "missing at their next sync, and nothing on them changes."
    )
  }
}
