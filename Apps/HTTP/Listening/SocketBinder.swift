import Glibc
import HummingbirdCore
import Logging
import NIOCore
import NIOPosix

/// A socket that accepts connections, with how they reach the app.
struct ListeningSocket: Sendable {
  typealias Accepted = HTTP1Channel.Value

  enum Kind: Sendable { case tcp, unix }

  let channel: NIOAsyncChannel<Accepted, Never>
  let pending: PendingConnections
  let kind: Kind

  /// The port of a TCP socket.
  var port: Int? { channel.channel.localAddress?.port }

  /// Closes a socket that will not be served.
  func discard() async {
    try? await channel.executeThenClose { _ in }
    pending.close()
  }
}

/// Opens the sockets of listeners.
struct SocketBinder: Sendable {
  /// The handler of the connections.
  let http: HTTP1Channel
  /// Seconds after which a remote client that reads nothing is disconnected.
  var writeTimeout = 60
  let logger: Logger

  private typealias Accepted = ListeningSocket.Accepted

  /// - Throws: `IOError` when an address is in use or not permitted; nothing is open then.
  func open(_ listeners: [HTTPListener]) async throws -> [ListeningSocket] {
    var sockets: [ListeningSocket] = []
    do {
      for listener in listeners {
        switch listener {
        case .loopback(let loopback): sockets += try await taken(loopback.descriptors)
        case .unixSocket(let path): sockets.append(try await unix(path))
        case .network(let host, let port, let secure):
          sockets.append(try await network(host, port, secure))
        }
      }
    } catch {
      for socket in sockets { await socket.discard() }
      throw error
    }
    return sockets
  }

  private func setUp(
    _ channel: any Channel,
    _ pending: PendingConnections
  ) -> EventLoopFuture<Accepted> {
    http.setup(channel: channel, logger: logger).flatMapThrowing { accepted in
      pending.add(accepted)
      try FramingGuard.add(to: channel)
      return accepted
    }
  }

  private func taken(_ descriptors: [Int32]) async throws -> [ListeningSocket] {
    var sockets: [ListeningSocket] = []
    do {
      for descriptor in descriptors { sockets.append(try await taken(descriptor)) }
    } catch {
      for socket in sockets { await socket.discard() }
      throw error
    }
    return sockets
  }

  private func taken(_ descriptor: Int32) async throws -> ListeningSocket {
    let own = fcntl(descriptor, F_DUPFD_CLOEXEC, 3)
    guard own >= 0 else { throw IOError(errnoCode: errno, reason: "fcntl") }
    let pending = PendingConnections()
    let channel = try await bootstrap.bind(own) { setUp($0, pending) }
    return ListeningSocket(channel: channel, pending: pending, kind: .tcp)
  }

  private var bootstrap: ServerBootstrap {
    ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .serverChannelOption(ChannelOptions.backlog, value: LoopbackSockets.backlog)
      .childChannelOption(ChannelOptions.allowRemoteHalfClosure, value: true)
  }

  private func network(
    _ host: String,
    _ port: Int,
    _ secure: (@Sendable (any Channel) throws -> Void)?
  ) async throws -> ListeningSocket {
    let pending = PendingConnections()
    // Hummingbird waits for a client as long as its response is not written completely. The system
    // does not: it measures the time since the last data that was not acknowledged, or with a
    // closed window (tcp(7)).
    let reusing = bootstrap.serverChannelOption(
      ChannelOptions.socketOption(.so_reuseaddr),
      value: 1
    ).childChannelOption(
      ChannelOptions.tcpOption(NIOBSDSocket.Option(rawValue: TCP_USER_TIMEOUT)),
      value: writeTimeout * 1000
    )
    let channel = try await reusing.bind(host: host, port: port) {
      (channel: any Channel) -> EventLoopFuture<Accepted> in
      do {
        try secure?(channel)
      } catch { return channel.eventLoop.makeFailedFuture(error) }
      return setUp(channel, pending)
    }
    return ListeningSocket(channel: channel, pending: pending, kind: .tcp)
  }

  private func unix(_ path: String) async throws -> ListeningSocket {
    let pending = PendingConnections()
    let channel = try await bootstrap.bind(
      unixDomainSocketPath: path,
      cleanupExistingSocketFile: true
    ) { setUp($0, pending) }
    chmod(path, 0o600)
    return ListeningSocket(channel: channel, pending: pending, kind: .unix)
  }
}
