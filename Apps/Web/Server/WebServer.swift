import HTTPServing
import Logging
import Pages
import Presentation
import ServiceLifecycle

/// The web app and its API, at one or more addresses.
public struct WebServer: Sendable {
  private let configuration: WebConfiguration
  private let handler: RequestHandler
  private let logger: Logger

  /// - Throws: when a module's request cannot be described, or the store of responses cannot be
  ///   opened.
  public init(
    host: any WebHost,
    presentations: [any PagePresentation.Type],
    configuration: WebConfiguration,
    logger: Logger = Logger(label: "trellis.web")
  ) throws {
    self.configuration = configuration
    self.logger = logger
    handler = try WebAppAssembly(
      host: host,
      presentations: presentations,
      configuration: configuration,
      logger: logger
    )
    .handler
  }

  /// Serves until the task is cancelled or a graceful shutdown begins.
  ///
  /// Requests in progress are completed, live events end, and anything that takes longer than a few
  /// seconds is aborted.
  ///
  /// - Throws: when an address is in use or not permitted.
  public func run() async throws {
    let service = HTTPService(
      listeners: configuration.listeners,
      limits: configuration.limits,
      logger: logger,
      didListen: configuration.didListen
    ) { [handler] in await handler.respond(to: $0, from: $1, $2) }
    var settings = ServiceGroupConfiguration(services: [.named(service)], logger: logger)
    settings.maximumGracefulShutdownDuration = .seconds(5)
    let group = ServiceGroup(configuration: settings)
    // A separate task, since a cancelled one could not shut down gracefully.
    let running = Task { try await group.run() }
    try await withTaskCancellationOrGracefulShutdownHandler {
      try await running.value
    } onCancelOrGracefulShutdown: {
      Task { await group.triggerGracefulShutdown() }
    }
  }
}
