import Core
import Glibc
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import Pages
import Presentation
import ServiceLifecycle

/// The web app and its API, at one or more addresses.
public struct WebServer: Sendable {
  private let configuration: WebConfiguration
  private let door: RequestHandler
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
    door = try WebAppAssembly(
      host: host,
      presentations: presentations,
      configuration: configuration,
      logger: logger
    )
    .door
  }

  /// Serves until the task is cancelled or a graceful shutdown begins.
  ///
  /// Requests in progress are completed, live events end, and whatever takes longer than a few
  /// seconds is aborted.
  ///
  /// - Throws: when an address is in use or not permitted.
  public func run() async throws {
    var services: [any Service] = []
    for listener in configuration.listeners { services.append(application(listener)) }
    var settings = ServiceGroupConfiguration(services: services, logger: logger)
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

  private func application(_ listener: WebConfiguration.Listener) -> some Service {
    let connections = OpenConnections()
    let didListen = configuration.didListen
    return Application(
      responder: CallbackResponder { [door] (request, context: ConnectionContext) in
        let connection = connections.connection(of: context.channel)
        let response = await door.respond(to: request, from: connection)
        WebServer.leave(context.channel, after: response)
        return response
      },
      server: .http1(configuration: http),
      configuration: ApplicationConfiguration(
        address: listener.address,
        availableConnectionsDelegate: MaximumAvailableConnections(configuration.limits.connections)
      ),
      onServerRunning: { channel in
        if case .unixSocket(let path) = listener { chmod(path, 0o600) }
        if let port = channel.localAddress?.port { didListen(port) }
      },
      logger: logger
    )
  }

  /// Closes the connection of a client whose body was not read to its end.
  ///
  /// Otherwise the rest would be read and dropped for as long as it arrives. The pause lets the
  /// response arrive first.
  private static func leave(_ channel: any Channel, after response: Response) {
    guard response.status == .contentTooLarge || response.status == .requestTimeout else { return }
    channel.eventLoop.scheduleTask(in: .seconds(2)) { channel.close(promise: nil) }
  }

  private var http: HTTP1Channel.Configuration {
    let limits = configuration.limits
    return .init(
      idleTimeout: .seconds(Int64(limits.idle)),
      httpDecoderConfiguration: .init(
        maxHeaderFieldSize: limits.headers,
        maxHeaderListSize: limits.headers,
        maxHeaderFieldCount: 100
      )
    )
  }
}

extension WebConfiguration.Listener {
  fileprivate var address: BindAddress {
    switch self {
    case .loopback(let port): .hostname("127.0.0.1", port: port)
    case .unixSocket(let path): .unixDomainSocket(path: path)
    }
  }
}
