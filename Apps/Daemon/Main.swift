import Importing
import AppSupport
import ArgumentParser
import Core
import Glibc
import LocalApp
import Products
import Terminal

@main
enum Main {
  static func main() async {
    StandardStreams.occupyClosed()
    // A closed pipe is detected when writing to it.
    signal(SIGPIPE, SIG_IGN)
    let arguments = Array(CommandLine.arguments.dropFirst())
    AppVersion.serve(arguments)
    DecodingProcess.serve(arguments)
    do {
      try OpenFileLimit.require()
      var command = try MisspelledCommand.parse(arguments, of: DaemonRootCommand.self)
      if var command = command as? any AsyncParsableCommand {
        try await command.run()
      } else {
        try command.run()
      }
    } catch {
      end(with: error)
    }
    exit(0)
  }

  private static func end(with error: any Error) -> Never {
    guard let words = ErrorMessage(error) else { DaemonRootCommand.exit(withError: error) }
    let screen = Screen(TerminalProfile.detect(stream: .standardError))
    var output = Output(.standardError)
    output.print(screen.draw(Paragraph(verbatim: words.message)))
    output.flushOrExit()
    exit(1)
  }
}

/// `trellisd`.
struct DaemonRootCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "trellisd",
    abstract: "Keeps Trellis awake: reminders on your desktop and the web app on 127.0.0.1.",
    discussion: """
      Everything stays on this machine, and opens only for browsers and programs that you let in.
      """,
    version: AppVersion.current,
    subcommands: [
      RunCommand.self, StatusCommand.self, OpenCommand.self, SessionsCommand.self, StopCommand.self,
      TokenCommand.self, InstallCommand.self, UninstallCommand.self,
    ],
    defaultSubcommand: RunCommand.self
  )
}
