@testable import HTTPClient

/// A client as the programs make it.
func client(authorities: String? = nil) -> HTTPClient {
  HTTPClient(.init(userAgent: "trellis/1.2.3", authorities: authorities))
}

extension HTTPRequest {
  /// A request that does not wait long.
  init(
    _ method: Method = .get,
    to url: String,
    body: [UInt8]? = nil,
    mostBytes: Int = 1 << 20,
    idle: Int = 20_000
  ) throws {
    try self.init(
      method,
      HTTPURL(url),
      body: body,
      mostBytes: mostBytes,
      timeouts: Timeouts(connect: 20_000, idle: idle, total: 60_000)
    )
  }
}

/// The error of a request that must have one.
func failure(of request: HTTPRequest, _ client: HTTPClient = client()) async -> HTTPClientError? {
  do throws(HTTPClientError) {
    _ = try await client.send(request)
    return nil
  } catch { return error }
}
