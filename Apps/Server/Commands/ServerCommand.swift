import Accounts
import AppSupport
import ArgumentParser
import Core
import HTTPServing
import Logging
import Products
import Replication

/// `trellis-server`.
struct ServerCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "trellis-server",
    abstract: "Keeps the devices of many people in sync, and may be blind to what they keep.",
    discussion: """
      Without a configuration it serves one product on this machine alone, at 127.0.0.1:8080, for \
      those whom you invite.
      """,
    version: AppVersion.current,
    subcommands: [
      RunCommand.self, ConfigCommand.self, AdministratorCommand.self, InviteCommand.self,
      AccountsCommand.self, ResetCommand.self, SuspendCommand.self, EraseCommand.self,
      FlagsCommand.self, BackupCommand.self, VerifyBackupCommand.self, RestoreCommand.self,
      TelemetrySumsCommand.self,
      VerifyCommand.self, RestoredCommand.self, MigrateCommand.self, InstallCommand.self,
    ],
    defaultSubcommand: RunCommand.self
  )
}

/// The location of the configuration.
struct ConfigurationOptions: ParsableArguments {
  @Option(
    name: .customLong("config"),
    help: "The configuration file, instead of \(ConfigurationSource.usualFile)."
  )
  var file: String?

  func load() async throws -> ServerConfiguration {
    try await ConfigurationSource(file: file, environment: Environment.all).configuration()
  }
}

/// Serves until it is stopped.
struct RunCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Serve until Ctrl-C or SIGTERM; what is under way is completed."
  )

  @OptionGroup var options: ConfigurationOptions

  @Flag(help: "Leave all plugins out.")
  var safe = false

  func run() async throws {
    let configuration = try await options.load()
    LoggingSystem.bootstrap { _ in
      var handler = LineLogHandler(isJSON: configuration.logsAsJSON)
      handler.logLevel = configuration.logLevel
      return handler
    }
    OpenFileLimit.raise()
    let logger = Logger(label: "trellis-server")
    try await ServerRun(configuration: configuration, logger: logger, isSafe: safe).serve()
  }
}

/// Shows the effective configuration.
struct ConfigCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "config",
    abstract: "Show the configuration that is in force."
  )

  @OptionGroup var options: ConfigurationOptions

  func run() async throws {
    let found = try await options.load()
    for line in ConfigurationText(found).lines { print(line) }
  }
}
