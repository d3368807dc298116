import Importing
import AppSupport
import ArgumentParser
import CMalloc
import Commands
import Core
import Glibc
import LocalApp
import Plugins
import Presentation

@main
enum Main {
  static func main() async {
    StandardStreams.occupyClosed()
    // One heap that grows in large steps: the threads of a command run one after the other, and
    // separate heaps that grow page by page would take a tenth of its time.
    mallopt(M_ARENA_MAX, 1)
    mallopt(M_TOP_PAD, 8 << 20)
    // A closed pipe is detected when writing to it.
    signal(SIGPIPE, SIG_IGN)
    let (arguments, isSafe) = SafeMode.taken(from: Array(CommandLine.arguments.dropFirst()))
    // What a command starts by itself, such as the copy of a day, is a `trellis` too.
    if isSafe { SafeMode.enter() }
    AppVersion.serve(arguments)
    DecodingProcess.serve(arguments)
    PluginInspection.serve(arguments)
    do {
      try OpenFileLimit.require()
      let app = try CommandLineApp.make()
      try await Launch.$current.withValue(app) { try await run(arguments, in: app) }
    } catch {
      ErrorReport(error, asJSON: arguments.contains("--json")).exit()
    }
    exit(0)
  }

  /// Reports errors here, where help knows the product whose commands it lists.
  private static func run(_ arguments: [String], in app: CommandLineApp) async throws {
    var asked: (any ParsableCommand.Type)?
    do {
      var command = try await RootCommand.read(arguments, in: app.product)
      asked = type(of: command)
      if let command = command as? any AsyncParsableCommand {
        try await app.plugins.run(command)
      } else {
        try command.run()
      }
    } catch {
      let command = asked ?? RootCommand.commandAsked(by: arguments, in: app.product)
      ErrorReport(error, of: command ?? RootCommand.self, asJSON: arguments.contains("--json"))
        .exit()
    }
  }
}
