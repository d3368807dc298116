import Core
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import ServiceLifecycle

/// Serves HTTP/1.1 on several sockets, which share their connections' limits.
///
/// Hummingbird's `Application` serves one address that it opens itself.
package struct HTTPService: Service {
  /// Responds to a request; calls `didProve` once the request has proven a principal.
  ///
  /// The result of `didProve` says whether the request is to be answered.
  package typealias Respond =
    @Sendable (Request, Connection, _ didProve: Proof) async -> Response
  /// Reports that a request has proven a principal.
  ///
  /// It takes the number of the principal, whose requests in progress are then bounded; nil if
  /// there is only one. It returns whether the request is within the limit.
  package typealias Proof = @Sendable (_ owner: UInt128?) -> Bool

  private let listeners: [HTTPListener]
  private let limits: HTTPLimits
  private let logger: Logger
  private let didListen: @Sendable (_ port: Int) -> Void
  private let respond: Respond
  private let connections: ConnectionTable
  private let date = DateHeader()

  /// - Parameter didListen: called with the port once the server listens on it.
  package init(
    listeners: [HTTPListener],
    limits: HTTPLimits,
    logger: Logger,
    didListen: @escaping @Sendable (_ port: Int) -> Void,
    respond: @escaping Respond
  ) {
    self.listeners = listeners
    self.limits = limits
    self.logger = logger
    self.didListen = didListen
    self.respond = respond
    connections = ConnectionTable(limits: limits.connections)
  }

  /// The numbers of open connections with and without a proven principal.
  package var openConnections: (owners: Int, strangers: Int) { connections.count }

  /// Serves until a graceful shutdown begins: requests in progress are completed then.
  ///
  /// - Throws: `IOError` when an address is in use or not permitted.
  package func run() async throws {
    let http = http
    let sockets = try await SocketBinder(
      http: http,
      writeTimeout: limits.writeTimeout,
      logger: logger
    )
    .open(listeners)
    let port = sockets.first { $0.kind == .tcp }?.port
    await withGracefulShutdownHandler {
      if let port { didListen(port) }
      await withTaskGroup(of: Void.self) { group in
        for socket in sockets { group.addTask { await accept(on: socket, with: http) } }
      }
    } onGracefulShutdown: {
      for socket in sockets { socket.channel.channel.close(promise: nil) }
      connections.close()
    }
  }

  private func accept(on socket: ListeningSocket, with http: HTTP1Channel) async {
    await withDiscardingTaskGroup { group in
      do {
        try await socket.channel.executeThenClose { accepted in
          for try await value in accepted {
            socket.pending.take(value)
            if socket.kind == .tcp {
              connections.add(value.channel, .tcp(over: value.channel), isProven: false)
            }
            group.addTask { await serve(value, of: socket, with: http) }
          }
        }
      } catch is CancellationError {
        // The program ends, for a reason that it tells by itself.
      } catch {
        logger.error("connections are not taken any more", metadata: ["error": "\(error)"])
      }
      socket.pending.close()
    }
  }

  private func serve(
    _ value: ListeningSocket.Accepted,
    of socket: ListeningSocket,
    with http: HTTP1Channel
  ) async {
    if socket.kind == .unix {
      // Before any received bytes are processed.
      guard await PeerCredentials.isOwner(of: value.channel) else {
        logger.notice("another user of this machine was refused at the socket file")
        try? await value.executeThenClose { _, _ in }
        return
      }
      connections.add(value.channel, .unixSocket, isProven: true)
    }
    await http.handle(value: value, logger: logger)
  }

  // MARK: One connection

  /// The handler of all connections, which ``run()`` makes once.
  private var http: HTTP1Channel {
    HTTP1Channel(
      responder: { request, writer, channel in
        guard let connection = connections.begin(channel) else { throw ConnectionIsLeaving() }
        defer { connections.end(channel) }
        var response = await respond(request, connection) { connections.prove(channel, of: $0) }
        response.headers[.date] = date.text
        let leaves = response.headers[.connection] == "close"
        let hasBody = ReceivedRequest.hasBody(request.headers)
        if leaves, !hasBody { connections.closeAfterResponse(channel) }
        do {
          try await writer.write(response: response.head, body: response.body)
        } catch {
          // Wrapped in its own type of error, since an error of reading would be answered again.
          throw ResponseNotWritten(cause: error)
        }
        if leaves, hasBody { HTTPService.closeSoon(channel) }
      },
      configuration: channelConfiguration
    )
  }

  /// Ends a connection on which more was sent than will be answered.
  private struct ConnectionIsLeaving: Error {}

  private struct ResponseNotWritten: Error {
    let cause: any Error
  }

  /// Closes the connection of a client whose body is not read completely.
  ///
  /// Otherwise the rest would be read and dropped for as long as it arrives. The pause lets the
  /// response arrive first.
  private static func closeSoon(_ channel: any Channel) {
    channel.eventLoop.scheduleTask(in: .seconds(2)) { channel.close(promise: nil) }
  }

  private var channelConfiguration: HTTP1Channel.Configuration {
    .init(
      idleTimeout: .seconds(Int64(limits.idleTimeout)),
      httpDecoderConfiguration: .init(
        maxHeaderFieldSize: limits.headers,
        maxHeaderListSize: limits.headers,
        maxHeaderFieldCount: 100
      )
    )
  }
}

extension Connection {
  /// The connection of a TCP channel that is open.
  fileprivate static func tcp(over channel: any Channel) -> Connection {
    .tcp(port: channel.localAddress?.port ?? 0, peer: channel.remoteAddress?.ipAddress ?? "")
  }
}
