import Core
import HTTPTypes
import Hummingbird

/// A request with what is known about its sender, as passed to the handlers of routes.
package protocol Exchange: Sendable {
  var received: ReceivedRequest { get }

  /// Checks that the sender may still do what the request asks, once its body has arrived.
  func recheckSender() async throws
}

extension Exchange {
  package var request: Request { received.request }
  package var connection: Connection { received.connection }
  /// The requested path and query.
  package var target: String { received.target }
  /// The components of the path.
  package var path: [String] { received.path }
  /// The query items, in order.
  package var query: [(name: String, value: String)] { received.query }
  package var cookies: [String: String] { received.cookies }
  /// Whether a body follows, which must be read before the connection's next request.
  package var hasBody: Bool { received.hasBody }

  /// The value of a query item.
  package func queryValue(_ name: String) -> String? { received.queryValue(name) }

  package func header(_ name: HTTPField.Name) -> String? { received.header(name) }

  /// The media type of the body in lower case and without parameters; nil if it is not named.
  package var mediaType: String? {
    header(.contentType)?.split(separator: ";").first?.trimmed.lowercased()
  }

  /// - Throws: ``Problem`` 415 unless the body is said to be JSON, with any parameters.
  package func requireJSON() throws {
    guard mediaType == "application/json" else { throw Problem.notJSON }
  }

  /// How the body is compressed, in lower case (RFC 9110, section 8.4); nil if it is not.
  package var contentCoding: String? {
    guard let coding = header(.contentEncoding)?.trimmed.lowercased(), !coding.isEmpty else {
      return nil
    }
    return coding == "identity" ? nil : coding
  }

  /// The whole body, which must not be compressed.
  ///
  /// - Throws: ``Problem`` 415 if it is, or when it is longer than `limit` or does not arrive in
  ///   time.
  package func body(upTo limit: Int, within seconds: Int) async throws -> [UInt8] {
    guard contentCoding == nil else { throw Problem.compressed }
    return try await compressedBody(upTo: limit, within: seconds)
  }

  /// The whole body as it was sent, in its ``contentCoding``.
  ///
  /// - Throws: ``Problem`` when it is longer than `limit` or does not arrive in time, and the errors
  ///   of ``recheckSender()``.
  package func compressedBody(upTo limit: Int, within seconds: Int) async throws -> [UInt8] {
    let bytes = try await received.body(upTo: limit, within: seconds)
    try await recheckSender()
    return bytes
  }
}
