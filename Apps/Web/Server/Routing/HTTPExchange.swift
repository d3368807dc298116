import API
import Core
import HTTPTypes
import Hummingbird
import NIOCore

/// A request that was parsed and found well-formed.
///
/// A class, since it is passed on often and is too large to be copied each time.
final class HTTPExchange: Sendable {
  let request: Request
  let connection: Connection
  /// The components of the path.
  let path: [String]
  /// The query items, in order.
  let query: [(name: String, value: String)]

  /// - Throws: ``Problem`` for a malformed target.
  init(_ request: Request, _ connection: Connection) throws {
    self.request = request
    self.connection = connection
    let target = request.head.path ?? ""
    guard target.utf8.first == UInt8(ascii: "/"), target.utf8.count <= HTTPExchange.longest else {
      throw HTTPExchange.unreadable
    }
    let halves = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    let parts = halves[0].split(separator: "/", omittingEmptySubsequences: false).dropFirst()
    path = try parts.map { part in
      guard let text = PercentCoding.decoded(part), !text.contains("\0") else {
        throw HTTPExchange.unreadable
      }
      return text
    }
    guard let pairs = PercentCoding.pairs(halves.count > 1 ? halves[1] : "") else {
      throw HTTPExchange.unreadable
    }
    query = pairs
  }

  private static let longest = 8 << 10

  private static let unreadable = Problem.badRequest(
    "bad-address",
    "This address cannot be read. Check the link, or start again from the first page."
  )

  var cookies: [String: String] {
    var cookies: [String: String] = [:]
    for pair in request.headers[values: .cookie].flatMap({ $0.split(separator: ";") }) {
      let sides = pair.split(separator: "=", maxSplits: 1)
      guard sides.count == 2 else { continue }
      cookies[String(sides[0]).trimmed] = String(sides[1]).trimmed
    }
    return cookies
  }

  var visitor: Visitor { Visitor(cookies: cookies) }

  var isForAPI: Bool { path.first == "api" }

  /// The requested path and query.
  var target: String { request.head.path ?? "/" }

  func header(_ name: HTTPField.Name) -> String? { request.headers[name] }

  /// The `Idempotency-Key` of a command or form; nil if there is none.
  ///
  /// - Throws: ``Problem`` for a malformed key.
  func idempotencyKey() throws -> String? {
    guard let key = header(.idempotencyKey) else { return nil }
    guard IdempotencyKey.isValid(key) else {
      throw Problem.badRequest(
        "bad-idempotency-key",
        "An Idempotency-Key has 1 to 128 letters, digits, dots, dashes, colons or underscores. "
          + "Nothing was changed."
      )
    }
    return key
  }

  /// Whether a page's script requests only the inner part.
  var wantsFragment: Bool { header(.fragment) == "1" }

  /// The whole body.
  ///
  /// - Throws: ``Problem`` when it is longer than `limit` or does not arrive in time.
  func body(upTo limit: Int, within seconds: Int) async throws -> [UInt8] {
    if let length = header(.contentLength).flatMap({ Int($0) }), length > limit {
      throw Problem.tooLarge(limit)
    }
    // Nothing else is unpacked here (RFC 9112, section 6.1).
    if let coding = header(.transferEncoding), coding.trimmed.lowercased() != "chunked" {
      throw HTTPExchange.brokenBody
    }
    let body = request.body
    return try await Deadline.run(seconds: seconds) {
      try await HTTPExchange.collect(body, upTo: limit)
    }
  }

  private static func collect(_ body: RequestBody, upTo limit: Int) async throws -> [UInt8] {
    var bytes: [UInt8] = []
    do {
      for try await piece in body {
        guard bytes.count + piece.readableBytes <= limit else { throw Problem.tooLarge(limit) }
        bytes.append(contentsOf: piece.readableBytesView)
      }
    } catch let problem as Problem {
      throw problem
    } catch let error as CancellationError {
      throw error
    } catch {
      // The connection was cut off, or a chunk or trailer is not as HTTP prescribes.
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

extension HTTPField.Name {
  /// `1` requests the inner part of a page.
  static let fragment = known("X-Trellis-Fragment")
  /// With an inner part: the path of the page that it belongs to.
  static let landedAt = known("X-Trellis-Path")
  /// With an inner part after a form: `done`, `celebration` or `refusal`.
  static let outcome = known("X-Trellis-Outcome")
  static let fetchSite = known("Sec-Fetch-Site")
  static let host = known("Host")
  static let idempotencyKey = known("Idempotency-Key")
  static let referrerPolicy = known("Referrer-Policy")
  static let permissionsPolicy = known("Permissions-Policy")
  static let openerPolicy = known("Cross-Origin-Opener-Policy")
  static let resourcePolicy = known("Cross-Origin-Resource-Policy")
  static let lastEventID = known("Last-Event-ID")
  static let buffering = known("X-Accel-Buffering")

  private static func known(_ name: StaticString) -> HTTPField.Name {
    guard let field = HTTPField.Name("\(name)") else {
      preconditionFailure("\(name) is no name of a header field")
    }
    return field
  }
}
