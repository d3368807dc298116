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
  /// Nil sends no body.
  package var body: [UInt8]?
  /// Whether the body is compressed with gzip if that makes it smaller; the server must support it.
  package var compressesBody: Bool
  /// Whether redirects within the server are followed; otherwise they are returned as answers.
  package var followsRedirections: Bool
  /// The maximum number of bytes of an answer's body, after decompression.
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

  /// The timeouts in milliseconds.
  package struct Timeouts: Sendable, Equatable {
    /// Until a connection with TLS is established.
    package var connect: Int
    /// Until more data is received or sent.
    package var idle: Int
    /// Until the answer is complete; nil for no limit while data arrives.
    package var total: Int?

    package init(connect: Int = 15_000, idle: Int = 30_000, total: Int? = 120_000) {
      self.connect = connect
      self.idle = idle
      self.total = total
    }
  }
}
