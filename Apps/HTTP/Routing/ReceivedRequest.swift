import Core
import HTTPTypes
import Hummingbird
import NIOCore

/// A request that was parsed and found well-formed.
///
/// This is a class, since it is passed on often and is too large to be copied each time.
package final class ReceivedRequest: Sendable {
  package let request: Request
  package let connection: Connection
  /// The requested path and query.
  package let target: String
  /// The components of the path.
  package let path: [String]
  /// The query items, in order.
  package let query: [(name: String, value: String)]
  package let cookies: [String: String]

  /// - Throws: ``Problem`` for a malformed target.
  package init(_ request: Request, _ connection: Connection) throws {
    self.request = request
    self.connection = connection
    let target = try ReceivedRequest.target(of: request.head)
    self.target = target
    guard target.utf8.first == UInt8(ascii: "/"), target.utf8.count <= ReceivedRequest.longest
    else {
      throw ReceivedRequest.unreadable
    }
    let halves = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    let parts = halves[0].split(separator: "/", omittingEmptySubsequences: false).dropFirst()
    path = try parts.map { part in
      guard let text = PercentCoding.decoded(part), !text.contains("\0") else {
        throw ReceivedRequest.unreadable
      }
      return text
    }
    guard let pairs = PercentCoding.pairs(halves.count > 1 ? halves[1] : "") else {
      throw ReceivedRequest.unreadable
    }
    query = pairs
    cookies = ReceivedRequest.cookies(in: request.headers)
  }

  /// The path and query, including those of a target in absolute form (RFC 9112, section 3.2.2).
  private static func target(of head: HTTPRequest) throws -> String {
    let target = head.path ?? ""
    guard target.utf8.first != UInt8(ascii: "/") else { return target }
    // It names its host twice, and both must be equal.
    guard let authority = head.authority, !authority.isEmpty,
      target.lowercased().hasPrefix("http://\(authority.lowercased())/")
    else { throw unreadable }
    return String(target.dropFirst("http://".count + authority.count))
  }

  private static let longest = 8 << 10

  private static let unreadable = Problem.badRequest(
    "bad-address",
    "This address cannot be read. Check the link, or start again from the first page."
  )

  private static func cookies(in headers: HTTPFields) -> [String: String] {
    var cookies: [String: String] = [:]
    for pair in headers[values: .cookie].flatMap({ $0.split(separator: ";") }) {
      let sides = pair.split(separator: "=", maxSplits: 1)
      guard sides.count == 2 else { continue }
      cookies[String(sides[0]).trimmed] = String(sides[1]).trimmed
    }
    return cookies
  }

  /// The value of a query item.
  package func queryValue(_ name: String) -> String? { query.last { $0.name == name }?.value }

  /// Whether a body follows, which must be read before the connection's next request.
  package var hasBody: Bool { ReceivedRequest.hasBody(request.headers) }

  package static func hasBody(_ headers: HTTPFields) -> Bool {
    headers[.transferEncoding] != nil || headers[.contentLength].map { $0 != "0" } ?? false
  }

  package func header(_ name: HTTPField.Name) -> String? { request.headers[name] }

  /// The whole body.
  ///
  /// - Throws: ``Problem`` when it is longer than `limit` or does not arrive in time.
  package func body(upTo limit: Int, within seconds: Int) async throws -> [UInt8] {
    let length = max(0, header(.contentLength).flatMap { Int($0) } ?? 0)
    guard length <= limit else { throw Problem.tooLarge(limit) }
    // Nothing else is decoded here (RFC 9112, section 6.1).
    if let coding = header(.transferEncoding), coding.trimmed.lowercased() != "chunked" {
      throw ReceivedRequest.brokenBody
    }
    let body = request.body
    return try await Deadline.run(seconds: seconds) {
      try await ReceivedRequest.collect(body, length, upTo: limit)
    }
  }

  /// - Parameter length: the announced number of bytes; 0 if none is announced.
  private static func collect(
    _ body: RequestBody,
    _ length: Int,
    upTo limit: Int
  ) async throws -> [UInt8] {
    var bytes: [UInt8] = []
    do {
      for try await piece in body {
        // An array that grows by itself takes three times the memory of a large file. Space is
        // reserved once something has arrived, and only for the announced length.
        if bytes.isEmpty { bytes.reserveCapacity(length) }
        guard bytes.count + piece.readableBytes <= limit else { throw Problem.tooLarge(limit) }
        bytes.append(contentsOf: piece.readableBytesView)
      }
    } catch let problem as Problem {
      throw problem
    } catch let error as CancellationError {
      throw error
    } catch {
      // The connection was cut off, or a chunk or trailer violates HTTP.
      throw brokenBody
    }
    return bytes
  }

  private static let brokenBody = Problem(
    .badRequest,
    "bad-body",
    "This request did not arrive whole, or not in a form that is read here. Nothing was changed: "
      + "send it once more.",
    headers: [.connection: "close"]
  )
}
