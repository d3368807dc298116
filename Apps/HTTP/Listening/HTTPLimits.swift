/// The limits that a server sets for its clients.
public struct HTTPLimits: Sendable {
  /// Bytes of a JSON body or a form.
  public var body = 1 << 20
  /// Bytes of a form with files, such as an import.
  public var upload = 32 << 20
  /// Bytes of all header fields together.
  public var headers = 32 << 10
  /// Seconds to wait for a request to begin, and for which an idle connection stays open.
  public var idleTimeout = 30
  /// Seconds to wait for a body to arrive.
  public var bodyTimeout = 60
  /// Seconds after which a remote client that reads nothing of its response is disconnected.
  public var writeTimeout = 60
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
/// Connections without a proven principal have their own limits, so that others who reach the port
/// cannot keep the person out.
public struct ConnectionLimits: Sendable {
  /// Connections without a principal, in total.
  public var strangers = 64
  /// Connections without a principal, from one address.
  public var strangersPerAddress = 48
  /// Connections that have proven a principal.
  public var owners = 512
  /// Requests of one principal in progress; one whose response nobody reads counts until it ends.
  public var requestsOfOwner = 64
  /// Seconds for a connection without a principal to send a request.
  public var strangerIdleTimeout = 5

  public init() {}
}
