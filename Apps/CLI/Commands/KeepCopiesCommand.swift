import ArgumentParser
import Commands
import Core
import Glibc
import LocalApp

/// Makes the copy of a day: `trellis` starts this after a command, so that nobody waits.
struct KeepCopiesCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: HomeCopies.command,
    abstract: "Make the copy of a day, unless it is there.",
    shouldDisplay: false
  )

  /// The day whose copy to make.
  @Option(help: "The day whose copy to make, as YYYY-MM-DD.", transform: KeepCopiesCommand.day)
  var day: Day

  func run() async throws {
    guard let app = Launch.current as? CommandLineApp else { return }
    // Anything that the person does meanwhile comes first.
    setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 10)
    _ = try HomeCopies(app.home).renew(for: day)
  }

  private static func day(_ text: String) throws -> Day {
    guard let day = Day(text) else { throw ValidationError("“\(text)” is not a day.") }
    return day
  }
}
