import Core

/// Where the web app listens, whom it lets in, and how much it takes.
public struct WebConfiguration: Sendable {
  /// One place to listen at.
  public enum Listener: Sendable, Equatable {
    /// 127.0.0.1; port 0 takes any that is free.
    case loopback(port: Int)
    /// A socket file.
    ///
    /// Whoever may open it is let in: it must lie in a folder that only its owner may enter. What
    /// is there already is replaced, so hold a lock before starting.
    case unixSocket(path: String)
  }

  public var listeners: [Listener]
  /// What programs send to be allowed to write: `Authorization: Bearer <token>`.
  public var token: String
  /// What tokens of forms are derived from.
  ///
  /// Must stay the same over restarts, so that what was queued offline is still taken; 32 random
  /// bytes or more.
  public var secret: [UInt8]
  /// Names that the app may be called by; anything else in `Host` is a page of somebody else's.
  public var hosts: [String]
  /// Part of the addresses of scripts and styles, and told to programs.
  public var version: String
  public var limits: WebLimits
  /// Where answers to requests with an `Idempotency-Key` are kept; nil for in memory.
  public var answersPath: String?
  /// Told the port once the app listens at it.
  public var didListen: @Sendable (_ port: Int) -> Void

  public init(
    listeners: [Listener],
    token: String,
    secret: [UInt8],
    hosts: [String] = ["127.0.0.1", "localhost", "[::1]"],
    version: String,
    limits: WebLimits = WebLimits(),
    answersPath: String? = nil,
    didListen: @escaping @Sendable (_ port: Int) -> Void = { _ in }
  ) {
    self.listeners = listeners
    self.token = token
    self.secret = secret
    self.hosts = hosts
    self.version = version
    self.limits = limits
    self.answersPath = answersPath
    self.didListen = didListen
  }
}

/// How much the web app takes from one who asks.
public struct WebLimits: Sendable, Equatable {
  /// Bytes of a JSON body or a form.
  public var body = 1 << 20
  /// Bytes of a form with files, such as an import.
  public var upload = 32 << 20
  /// Bytes of all header fields together.
  public var headers = 32 << 10
  /// Seconds in which a request must have begun and, while nothing is asked, a connection stays.
  public var idle = 30
  /// Seconds in which a body must have arrived.
  public var arrival = 60
  /// Connections at a time.
  public var connections = 512
  /// Listeners to live events at a time.
  public var streams = 64
  /// Seconds between two signs of life on live events.
  public var heartbeat = 20

  public init() {}
}
