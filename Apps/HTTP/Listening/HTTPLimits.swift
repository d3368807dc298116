/// The limits of a server for its clients.
public struct HTTPLimits: Sendable {
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
  /// Seconds after which a client from elsewhere is given up that takes nothing of what is sent to it.
  public var taking = 60
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
  /// Requests of one principal that are in progress; one whose answer nobody reads is so until it ends.
  public var requestsOfOwner = 64
  /// Seconds for a connection without a principal to send a request.
  public var patience = 5

  public init() {}
}
