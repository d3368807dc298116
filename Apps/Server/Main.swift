import AppSupport
import ArgumentParser
import Core
import Glibc
import Importing
import Products

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
      var command = try MisspelledCommand.parse(arguments, of: ServerCommand.self)
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
    guard let words = OperatorMessage(error)?.text else { ServerCommand.exit(withError: error) }
    let line = Array("\(words)\n".utf8)
    _ = write(STDERR_FILENO, line, line.count)
    exit(1)
  }
}
