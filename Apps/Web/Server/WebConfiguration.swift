import Core

/// Where the web app listens, whom it admits, and its limits.
public struct WebConfiguration: Sendable {
  /// An address to listen on.
  public enum Listener: Sendable {
    /// 127.0.0.1 and ::1. The sockets stay open when the app ends.
    case loopback(LoopbackSockets)
    /// A Unix domain socket, for programs of the same user.
    ///
    /// An existing file is replaced, so hold a lock before starting.
    case unixSocket(path: String)
  }

  public var listeners: [Listener]
  /// The token of programs: `Authorization: Bearer <token>`.
  public var token: String
  /// The secret from which the app's name and form tokens are derived.
  ///
  /// Must stay the same across restarts, so that forms queued offline are still accepted; 32 random
  /// bytes or more.
  public var secret: [UInt8]
  /// The app's name in addresses, whose pages alone a browser shows.
  public var host: String
  /// How browsers are let in.
  public var access: BrowserAccess
  /// How other pages may show parts of the app.
  public var embedding: EmbeddingStore
  /// Part of the URLs of scripts and styles, and reported to programs.
  public var version: String
  public var limits: WebLimits
  /// The database of responses to requests with an `Idempotency-Key`; nil for in memory.
  public var idempotencyStorePath: String?
  /// Called with the port once the app listens on it.
  public var didListen: @Sendable (_ port: Int) -> Void

  /// - Parameter host: nil for a name of this machine that is derived from `secret`.
  public init(
    listeners: [Listener],
    token: String,
    secret: [UInt8],
    host: String? = nil,
    access: BrowserAccess = BrowserAccess(sessions: SessionStore(path: nil)),
    embedding: EmbeddingStore = EmbeddingStore(path: nil),
    version: String,
    limits: WebLimits = WebLimits(),
    idempotencyStorePath: String? = nil,
    didListen: @escaping @Sendable (_ port: Int) -> Void = { _ in }
  ) {
    self.listeners = listeners
    self.token = token
    self.secret = secret
    self.host = host ?? Secrets.localName(secret: secret)
    self.access = access
    self.embedding = embedding
    self.version = version
    self.limits = limits
    self.idempotencyStorePath = idempotencyStorePath
    self.didListen = didListen
  }
}

extension WebConfiguration {
  /// The app's address at a port: `http://trellis-0a1b2c3d4e5f6071.localhost:4747/`.
  public func address(port: Int) -> String {
    port == 80 ? "http://\(host)/" : "http://\(host):\(port)/"
  }
}

/// The limits of the web app for its clients.
public struct WebLimits: Sendable {
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
  public var connections = ConnectionLimits()
  /// Concurrent listeners to live events.
  public var streams = 64
  /// Seconds between heartbeats on live events.
  public var heartbeat = 20

  public init() {}
}

/// The limits of open connections.
///
/// Those that have proven no principal are bounded by themselves, so that others who reach the port
/// cannot keep the person out.
public struct ConnectionLimits: Sendable {
  /// Connections without a principal, in all.
  public var strangers = 64
  /// Connections without a principal, from one address.
  public var strangersPerAddress = 48
  /// Connections that have proven a principal.
  public var owners = 512
  /// Seconds for a connection without a principal to send a request.
  public var patience = 5

  public init() {}
}
