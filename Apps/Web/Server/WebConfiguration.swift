import Core

/// Where the web app listens, whom it admits, and its limits.
public struct WebConfiguration: Sendable {
  /// An address to listen on.
  public enum Listener: Sendable, Equatable {
    /// 127.0.0.1; port 0 selects any free port.
    case loopback(port: Int)
    /// A Unix domain socket.
    ///
    /// Everyone who can open it is admitted: it must be in a folder that only its owner can enter.
    /// An existing file is replaced, so hold a lock before starting.
    case unixSocket(path: String)
  }

  public var listeners: [Listener]
  /// The token with which programs may write: `Authorization: Bearer <token>`.
  public var token: String
  /// The secret from which form tokens are derived.
  ///
  /// Must stay the same across restarts, so that forms queued offline are still accepted; 32 random
  /// bytes or more.
  public var secret: [UInt8]
  /// The app's host names; a request with any other `Host` comes from another site's page.
  public var hosts: [String]
  /// Part of the URLs of scripts and styles, and reported to programs.
  public var version: String
  public var limits: WebLimits
  /// The database of responses to requests with an `Idempotency-Key`; nil for in memory.
  public var idempotencyStorePath: String?
  /// Called with the port once the app listens on it.
  public var didListen: @Sendable (_ port: Int) -> Void

  public init(
    listeners: [Listener],
    token: String,
    secret: [UInt8],
    hosts: [String] = ["127.0.0.1", "localhost", "[::1]"],
    version: String,
    limits: WebLimits = WebLimits(),
    idempotencyStorePath: String? = nil,
    didListen: @escaping @Sendable (_ port: Int) -> Void = { _ in }
  ) {
    self.listeners = listeners
    self.token = token
    self.secret = secret
    self.hosts = hosts
    self.version = version
    self.limits = limits
    self.idempotencyStorePath = idempotencyStorePath
    self.didListen = didListen
  }
}

/// The limits of the web app for its clients.
public struct WebLimits: Sendable, Equatable {
  /// Bytes of a JSON body or a form.
  public var body = 1 << 20
  /// Bytes of a form with files, such as an import.
  public var upload = 32 << 20
  /// Bytes of all header fields together.
  public var headers = 32 << 10
  /// Seconds for a request to begin, and for an idle connection to stay open.
  public var idle = 30
  /// Seconds for a body to arrive.
  public var arrival = 60
  /// Concurrent connections.
  public var connections = 512
  /// Concurrent listeners to live events.
  public var streams = 64
  /// Seconds between heartbeats on live events.
  public var heartbeat = 20

  public init() {}
}
