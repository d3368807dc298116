import ArgumentParser
import Commands
import Core
import LocalApp

/// Runs the hooks of waiting events: `trellis` starts this after a command, so that nobody waits.
struct RunHooksCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: HookedEvents.command,
    abstract: "Run the programs that wait for events.",
    shouldDisplay: false
  )

  func run() async throws {
    guard let app = Launch.current as? CommandLineApp else { return }
    let queue = HookQueue(app.home)
    let runner = HookRunner(app.home, clock: try Home.clock())
    while case let items = queue.take(), !items.isEmpty {
      await runner.run(items)
      await runner.settle()
    }
  }
}
