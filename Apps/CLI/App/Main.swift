import ArgumentParser
import CommandKit
import Core
import Glibc
import LocalApp

@main
enum Main {
  static func main() async {
    // A pipe whose reader went away is noticed where it is written to.
    signal(SIGPIPE, SIG_IGN)
    let arguments = Array(CommandLine.arguments.dropFirst())
    do {
      let app = try CommandLineApp.make()
      try await Launch.$current.withValue(app) { try await run(arguments, in: app) }
    } catch {
      ErrorReport(error, asJSON: arguments.contains("--json")).exit()
    }
    exit(0)
  }

  /// Errors are told here, where help knows the product whose commands it lists.
  private static func run(_ arguments: [String], in app: CommandLineApp) async throws {
    do {
      try AbsentCommand.refuse(arguments, in: app.product)
      var command = try Root.parseAsRoot(arguments)
      if var command = command as? any AsyncParsableCommand {
        try await command.run()
      } else {
        try command.run()
      }
    } catch {
      ErrorReport(error, asJSON: arguments.contains("--json")).exit()
    }
  }
}
