import ArgumentParser
import CommandKit
import Core
import Glibc

@main
enum Main {
  static func main() async {
    // A pipe whose reader went away is noticed where it is written to.
    signal(SIGPIPE, SIG_IGN)
    let arguments = Array(CommandLine.arguments.dropFirst())
    do {
      let app = try CommandLineApp.make()
      try await Launch.$current.withValue(app) {
        try AbsentCommand.refuse(arguments, in: app.product)
        var command = try Root.parseAsRoot(arguments)
        if var command = command as? any AsyncParsableCommand {
          try await command.run()
        } else {
          try command.run()
        }
      }
    } catch {
      ErrorReport(error, asJSON: arguments.contains("--json")).exit()
    }
    exit(0)
  }
}
