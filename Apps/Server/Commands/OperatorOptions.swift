import Accounts
import ArgumentParser
import Core
import Glibc
import Logging

/// What the operator's commands share: the accounts, opened beside the server or without it.
struct OperatorOptions: ParsableArguments {
  @OptionGroup var options: ConfigurationOptions

  /// The accounts, and the server's configuration.
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
