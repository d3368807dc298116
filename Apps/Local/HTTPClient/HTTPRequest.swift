/// A request to a server.
package struct HTTPRequest: Sendable {
  package enum Method: String, Sendable {
    case get = "GET"
    case post = "POST"
    case put = "PUT"
    case delete = "DELETE"
  }

  package var method: Method
  package var url: HTTPURL
  package var headers: HTTPHeaders
  /// Nil sends none.
  package var body: [UInt8]?
  /// Whether the body is sent as gzip, if that makes it smaller; the server must read that.
  package var compressesBody: Bool
  /// Whether redirections within the server are followed; if not, they are answers like others.
  package var followsRedirections: Bool
  /// The greatest number of bytes of an answer's body, once it is unpacked.
  package var mostBytes: Int
  package var timeouts: Timeouts

  package init(
    _ method: Method = .get,
    _ url: HTTPURL,
    headers: HTTPHeaders = [:],
    body: [UInt8]? = nil,
    compressesBody: Bool = false,
    followsRedirections: Bool = true,
    mostBytes: Int = 1 << 20,
    timeouts: Timeouts = Timeouts()
  ) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
    self.compressesBody = compressesBody
    self.followsRedirections = followsRedirections
    self.mostBytes = mostBytes
    self.timeouts = timeouts
  }

  /// How long a person or a program waits, in milliseconds.
  package struct Timeouts: Sendable, Equatable {
    /// Until there is a connection, with TLS.
    package var connect: Int
    /// Until something more arrives, or is sent.
    package var idle: Int
    /// Until the whole answer is there; nil for as long as something arrives.
    package var total: Int?

    package init(connect: Int = 15_000, idle: Int = 30_000, total: Int? = 120_000) {
      self.connect = connect
      self.idle = idle
      self.total = total
    }
  }
}
