import ArgumentParser
import Commands
import Core
import LocalApp
import Presentation

struct DaemonCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "daemon",
    abstract: "Keep Trellis awake in the background, with the web app.",
    discussion: """
      It serves this machine alone. To have it start with each session: trellisd install

      Examples:
        trellis daemon start
        trellis daemon open
      """,
    subcommands: [Status.self, Start.self, Stop.self, Open.self],
    defaultSubcommand: Status.self
  )

  struct Status: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Say whether it runs, and where.")

    @OptionGroup var global: GlobalOptions

    func run() async throws {
      guard let app = Launch.current as? CommandLineApp else { return }
      let status = DaemonControl(app.home).status()
      try CommandOutput.print(status, status.words, global, app)
    }
  }

  struct Start: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Start it in the background, unless it runs."
    )

    @Option(help: "The port of the web app on 127.0.0.1; 0 takes any that is free.")
    var port: UInt16?

    @OptionGroup var global: GlobalOptions

    func run() async throws {
      guard let app = Launch.current as? CommandLineApp else { return }
      let status = try await DaemonControl(app.home).start(port: port.map(Int.init))
      try CommandOutput.print(status, status.words, global, app)
    }
  }

  struct Stop: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "End it.")

    @OptionGroup var global: GlobalOptions

    func run() async throws {
      guard let app = Launch.current as? CommandLineApp else { return }
      let status = try await DaemonControl(app.home).stop()
      let words = "trellisd has ended. Your data stays as it is."
      try CommandOutput.print(status, words, global, app)
    }
  }

  struct Open: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Open the web app in your browser, and say where it is."
    )

    @OptionGroup var global: GlobalOptions

    func run() async throws {
      guard let app = Launch.current as? CommandLineApp else { return }
      let (address, wasOpened) = try await DaemonControl(app.home).open()
      let words = wasOpened ? "Opened \(address)" : "Open this in your browser: \(address)"
      try CommandOutput.print(["address": address], words, global, app)
    }
  }
}
