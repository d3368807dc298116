import API
import Core
import HTTPTypes
import Hummingbird
import NIOCore
import Pages

/// A request that was parsed and found well-formed.
///
/// A class, since it is passed on often and is too large to be copied each time.
final class HTTPExchange: Sendable {
  let request: Request
  let connection: Connection
  /// The requested path and query.
  let target: String
  /// The components of the path.
  let path: [String]
  /// The query items, in order.
  let query: [(name: String, value: String)]
  let cookies: [String: String]
  /// Who sent it; nil if the request does not prove that.
  let principal: WebPrincipal?
  /// Whether the browser's cookie has to be renewed.
  let renewsSession: Bool

  /// - Throws: ``Problem`` for a malformed target.
  init(_ request: Request, _ connection: Connection, _ gate: AccessControl) throws {
    self.request = request
    self.connection = connection
    let target = try HTTPExchange.target(of: request.head)
    self.target = target
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
    cookies = HTTPExchange.cookies(in: request.headers)
    (principal, renewsSession) = gate.principal(
      request.headers,
      connection,
      cookies: cookies,
      key: pairs.last { $0.name == Embedding.keyName }?.value
    )
  }

  /// The path and query, also of a target in absolute form (RFC 9112, section 3.2.2).
  private static func target(of head: HTTPRequest) throws -> String {
    let target = head.path ?? ""
    guard target.utf8.first != UInt8(ascii: "/") else { return target }
    // It names its host twice, and both must be the same one.
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

  var visitor: Visitor { Visitor(cookies: cookies) }

  /// Whether programs ask here, which read documents rather than pages.
  var isForProgram: Bool { path.first == "api" || path.first == "control" }

  /// The session of the browser that sent it; nil for all others.
  var session: Session? {
    guard case .browser(let session) = principal else { return nil }
    return session
  }

  /// The value of a query item.
  func queryValue(_ name: String) -> String? { query.last { $0.name == name }?.value }

  /// Whether a body follows, which must be read before the connection's next request.
  var hasBody: Bool { HTTPExchange.hasBody(request.headers) }

  static func hasBody(_ headers: HTTPFields) -> Bool {
    headers[.transferEncoding] != nil || headers[.contentLength].map { $0 != "0" } ?? false
  }

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

  /// When the person gave this order, if their browser held it back until the app could be reached.
  ///
  /// - Throws: ``Problem`` for a malformed header.
  func claim() throws -> Claim? {
    guard let text = header(.claim) else { return nil }
    let numbers = text.split(separator: " ").map { UInt64($0) }
    guard numbers.count == 2, let made = numbers[0].flatMap(Int64.init(exactly:)),
      let seen = numbers[1]
    else {
      throw Problem.badRequest(
        "bad-claim",
        "X-Trellis-Claim has two numbers: when the order was given, in milliseconds since 1970, and "
          + "the clock of the page on which it was. Nothing was changed."
      )
    }
    return Claim(made: Instant(milliseconds: made), seen: HybridTime(rawValue: seen))
  }

  /// Whether a page's script requests only the inner part.
  var wantsFragment: Bool { header(.fragment) == "1" }

  /// The whole body.
  ///
  /// - Throws: ``Problem`` when it is longer than `limit` or does not arrive in time.
  func body(upTo limit: Int, within seconds: Int) async throws -> [UInt8] {
    let length = max(0, header(.contentLength).flatMap { Int($0) } ?? 0)
    guard length <= limit else { throw Problem.tooLarge(limit) }
    // Nothing else is unpacked here (RFC 9112, section 6.1).
    if let coding = header(.transferEncoding), coding.trimmed.lowercased() != "chunked" {
      throw HTTPExchange.brokenBody
    }
    let body = request.body
    return try await Deadline.run(seconds: seconds) {
      try await HTTPExchange.collect(body, length, upTo: limit)
    }
  }

  /// - Parameter length: the number of bytes that are announced; 0 if none are.
  private static func collect(
    _ body: RequestBody,
    _ length: Int,
    upTo limit: Int
  ) async throws -> [UInt8] {
    var bytes: [UInt8] = []
    do {
      for try await piece in body {
        // An array that grows by itself takes three times the memory of a large file. Room is made
        // once something has arrived, and only for as much as was announced.
        if bytes.isEmpty { bytes.reserveCapacity(length) }
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
  /// With a refusal: `useless` if the same form can never succeed.
  static let repetition = known("X-Trellis-Repetition")
  /// An order that the browser held back: when it was given, and the clock of its page.
  static let claim = known("X-Trellis-Claim")
  static let fetchSite = known("Sec-Fetch-Site")
  /// Set when a browser loads what nobody has asked for yet.
  static let purpose = known("Sec-Purpose")
  static let clearSiteData = known("Clear-Site-Data")
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
