import ArgumentParser
import Commands
import Core
import LocalApp
import Plugins
import Presentation
import Terminal

struct DaemonCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "daemon",
    abstract: "Keep Trellis awake in the background, with the web app.",
    discussion: """
      It serves this machine alone. To have it start whenever you log in: trellisd install

      Examples:
        trellis daemon start
        trellis daemon open
      """,
    subcommands: [
      Status.self, Start.self, Stop.self, Open.self, Sessions.self, DaemonCalendarCommand.self,
    ],
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
      abstract: "Start it in the background, unless it runs.",
      discussion: "Without any plugin:  trellis --safe daemon start"
    )

    @Option(help: "The port of the web app on 127.0.0.1; 0 takes any that is free.")
    var port: UInt16?

    @OptionGroup var global: GlobalOptions

    func run() async throws {
      guard let app = Launch.current as? CommandLineApp else { return }
      let status = try await DaemonControl(app.home)
        .start(port: port.map(Int.init), isSafe: app.plugins.isSafe)
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
      abstract: "Open the web app in your browser, and sign it in.",
      discussion: """
        Where no browser can be opened it prints a link instead, which is good for one browser \
        and one minute.
        """
    )

    @OptionGroup var global: GlobalOptions

    func run() async throws {
      guard let app = Launch.current as? CommandLineApp else { return }
      // Programs are given one document.
      try await DaemonControl(app.home).open(waits: global.format == .text) { try show($0, app) }
    }

    private func show(_ opening: BrowserOpening, _ app: CommandLineApp) throws {
      guard global.format == .text, case .link(let link) = opening else {
        return try CommandOutput.print(opening, opening.words, global, app)
      }
      try CommandOutput.print(opening, BrowserOpening.invitation, global, app)
      // On one line regardless of its length, so that it can be clicked and copied as a whole.
      var output = Output()
      output.print(link + "\n")
      output.flushOrExit()
    }
  }

  struct Sessions: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "List the browsers that are signed in, and sign them out."
    )

    @Option(help: "Sign the browser with this id out.")
    var revoke: String?

    @Flag(help: "Sign all browsers out.")
    var revokeAll = false

    @OptionGroup var global: GlobalOptions

    func run() async throws {
      guard let app = Launch.current as? CommandLineApp else { return }
      let left = try DaemonControl(app.home).sessions(revoking: revoke, all: revokeAll)
      var words: [String] = []
      if global.format == .text {
        // Browsers are signed out even if the history cannot be read.
        let calendar = (try? await app.calendar()) ?? LocalCalendar(zone: Zone.system())
        words = left.words(in: calendar, now: try Home.clock().now())
      }
      try CommandOutput.print(left, words, global, app)
    }
  }
}
