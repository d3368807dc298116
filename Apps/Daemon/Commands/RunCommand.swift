import ArgumentParser
import Core
import HTTPServing
import LocalApp
import Logging
import Loop
import Plugins
import Presentation

struct RunCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Keep Trellis awake: reminders, the web app, live pages.",
    discussion: "Runs until it is ended by Ctrl-C or  trellisd stop ."
  )

  @Option(help: "The port of the web app on 127.0.0.1; 0 takes any that is free.")
  var port = DaemonDefaults.port

  @Option(help: "The socket file for other programs, instead of the usual one.")
  var socket: String?

  @OptionGroup var place: HomeOptions

  @Option(help: "From trace, debug, info, notice, warning, error on.")
  var logLevel: Logger.Level = .info

  @Flag(help: "Leave all plugins out.")
  var safe = false

  func run() async throws {
    let level = logLevel
    LoggingSystem.bootstrap { _ in
      var handler = LineLogHandler()
      handler.logLevel = level
      return handler
    }
    let home = try place.find()
    let log = Logger(label: "trellisd")
    PluginFiles.use(home: home.path)
    let plugins = PluginLoader.load(
      PluginFolder(of: home.path),
      isSafe: safe,
      describesRequests: true
    )
    plugins.report({ log.notice("\($0)") }, { log.warning("\($0)") })
    let service = Service(
      home: home,
      plugins: plugins,
      port: Int(port),
      socket: socket ?? home.daemonSocket,
      inherited: try InheritedSockets.take(),
      log: log
    )
    let handles = HandleLog()
    try await HandleLog.$current.withValue(handles) { try await service.run() }
    // Handles that were released close in the loop's next turn.
    await LoopActor.run {}
    assert(handles.open.isEmpty, "left open: \(handles.open)")
  }
}

extension Logger.Level: @retroactive ExpressibleByArgument {}

/// The folder that a command works with.
struct HomeOptions: ParsableArguments {
  @Option(help: "The folder with your data, instead of TRELLIS_HOME or the usual one.")
  var home: String?

  func find() throws -> Home {
    try (home.map { Home(path: $0) } ?? Home.find()).absolute
  }
}
