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
      let bound = first.channel.channel.localAddress?.port ?? port
      return [first, try await tcp("::1", bound)]
    } catch let error as IOError where SocketBinder.lacksIPv6(error) {
      return [first]
    } catch {
      await first.discard()
      throw error
    }
  }

  /// Whether the machine has no loopback address of IPv6.
  private static func lacksIPv6(_ error: IOError) -> Bool {
    error.errnoCode == EADDRNOTAVAIL || error.errnoCode == EAFNOSUPPORT
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
