import Core
import HTTPServing

/// The addresses of the web app, its access control, and its limits.
public struct WebConfiguration: Sendable {
  public var listeners: [HTTPListener]
  /// The token of programs: `Authorization: Bearer <token>`.
  public var token: String
  /// The secret from which the app's name and form tokens are derived.
  ///
  /// Must stay the same across restarts, so that forms queued offline are still accepted; 32 random
  /// bytes or more.
  public var secret: [UInt8]
  /// The app's name in addresses, the only one whose pages a browser shows.
  public var host: String
  /// How browsers sign in.
  public var access: BrowserAccess
  /// How other pages may show parts of the app.
  public var embedding: EmbeddingStore
  /// The calendar that programs of this machine may subscribe to.
  public var calendar = CalendarFeed(path: nil)
  /// The account with which the space may be synchronized; nil if there can be none.
  public var account: (any AccountLink)?
  /// The storage as a whole; nil if it does not belong to one person.
  public var home: (any HomeStorage)?
  /// Part of the URLs of scripts and styles, and reported to programs.
  public var version: String
  public var limits: HTTPLimits
  /// The database of responses to requests with an `Idempotency-Key`; nil for in memory.
  public var idempotencyStorePath: String?
  /// Tells how long those responses are stored.
  public var clock: any WallClock = SystemClock()
  /// Called with the port once the app listens on it.
  public var didListen: @Sendable (_ port: Int) -> Void

  /// - Parameter host: nil for a name of this machine that is derived from `secret`.
  public init(
    listeners: [HTTPListener],
    token: String,
    secret: [UInt8],
    host: String? = nil,
    access: BrowserAccess = BrowserAccess(sessions: SessionStore(path: nil)),
    embedding: EmbeddingStore = EmbeddingStore(path: nil),
    account: (any AccountLink)? = nil,
    version: String,
    limits: HTTPLimits = HTTPLimits(),
    idempotencyStorePath: String? = nil,
    didListen: @escaping @Sendable (_ port: Int) -> Void = { _ in }
  ) {
    self.listeners = listeners
    self.token = token
    self.secret = secret
    self.host = host ?? Secrets.localName(secret: secret)
    self.access = access
    self.embedding = embedding
    self.account = account
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
