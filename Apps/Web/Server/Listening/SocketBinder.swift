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
  let http: HTTP1Channel
  let kind: Kind

  /// The port of a TCP socket.
  var port: Int? { channel.channel.localAddress?.port }

  /// Closes a socket that is not served after all.
  func discard() async { try? await channel.executeThenClose { _ in } }
}

/// Opens the sockets of listeners.
struct SocketBinder: Sendable {
  /// Attempts to find a port that is free on both addresses.
  private static let attempts = 16

  /// Makes the handler of the connections that a socket accepts.
  let handler: @Sendable (ListeningSocket.Kind) -> HTTP1Channel
  let logger: Logger

  /// - Throws: `IOError` when an address is in use or not permitted; nothing is open then.
  func open(_ listeners: [WebConfiguration.Listener]) async throws -> [ListeningSocket] {
    var sockets: [ListeningSocket] = []
    do {
      for listener in listeners {
        switch listener {
        case .loopback(let port): sockets += try await loopback(port)
        case .open(let descriptors): sockets += try await taken(descriptors)
        case .unixSocket(let path): sockets.append(try await unix(path))
        }
      }
    } catch {
      for socket in sockets { await socket.discard() }
      throw error
    }
    return sockets
  }

  // MARK: TCP

  /// Both loopback addresses, so that nobody else can answer there under the app's name.
  private func loopback(_ port: Int) async throws -> [ListeningSocket] {
    for _ in 1..<SocketBinder.attempts where port == 0 {
      if let sockets = try? await pair(port) { return sockets }
    }
    return try await pair(port)
  }

  private func pair(_ port: Int) async throws -> [ListeningSocket] {
    let first = try await tcp("127.0.0.1", port)
    do {
      return [first] + (try await sixth(first.port ?? port))
    } catch {
      await first.discard()
      throw error
    }
  }

  /// ::1 at a port; none where the machine has no loopback address of IPv6.
  private func sixth(_ port: Int) async throws -> [ListeningSocket] {
    do {
      return [try await tcp("::1", port)]
    } catch let error as IOError
      where error.errnoCode == EADDRNOTAVAIL || error.errnoCode == EAFNOSUPPORT
    {
      return []
    }
  }

  /// Serves sockets that are open already, and ::1 if that is not among them.
  private func taken(_ descriptors: [Int32]) async throws -> [ListeningSocket] {
    var sockets: [ListeningSocket] = []
    do {
      for descriptor in descriptors { sockets.append(try await taken(descriptor)) }
      let isWhole = sockets.contains { $0.channel.channel.localAddress?.protocol == .inet6 }
      if !isWhole, let port = sockets.first?.port { sockets += try await sixth(port) }
    } catch {
      for socket in sockets { await socket.discard() }
      throw error
    }
    return sockets
  }

  private func taken(_ descriptor: Int32) async throws -> ListeningSocket {
    let own = fcntl(descriptor, F_DUPFD_CLOEXEC, 3)
    guard own >= 0 else { throw IOError(errnoCode: errno, reason: "fcntl") }
    let http = handler(.tcp)
    let channel = try await bootstrap.bind(own) { http.setup(channel: $0, logger: logger) }
    return ListeningSocket(channel: channel, http: http, kind: .tcp)
  }

  private func tcp(_ address: String, _ port: Int) async throws -> ListeningSocket {
    let address = try SocketAddress(ipAddress: address, port: port)
    let http = handler(.tcp)
    let channel = try await bootstrap.bind(to: address) { http.setup(channel: $0, logger: logger) }
    return ListeningSocket(channel: channel, http: http, kind: .tcp)
  }

  private var bootstrap: ServerBootstrap {
    ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      // Beyond it the system drops attempts, and the next one comes a second later.
      .serverChannelOption(ChannelOptions.backlog, value: 1024)
      .serverChannelOption(ChannelOptions.socketOption(.so_reuseaddr), value: 1)
      .childChannelOption(ChannelOptions.allowRemoteHalfClosure, value: true)
  }

  // MARK: Unix

  private func unix(_ path: String) async throws -> ListeningSocket {
    let http = handler(.unix)
    let channel = try await bootstrap.bind(
      unixDomainSocketPath: path,
      cleanupExistingSocketFile: true
    ) { http.setup(channel: $0, logger: logger) }
    chmod(path, 0o600)
    return ListeningSocket(channel: channel, http: http, kind: .unix)
  }
}
