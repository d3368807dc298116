import Compression
import HTTPTypes
import Hummingbird
import Locks
import NIOCore

/// Prepares a response for the wire: unchanged, compressed, or 304 for a client that has it.
package final class ResponseEncoding: Sendable {
  /// A response that fits into one packet does not arrive sooner if it is smaller.
  static let minimumSize = 1_400

  /// The program's few compressed files by tag; each is compressed on first request.
  private let kept = Locked<[String: ByteBuffer]>([:])

  package init() {}

  /// - Parameter response: without the fields that ``SecurityHeaders`` adds.
  package func prepare(_ response: Response, for request: Request) async -> Response {
    var response = response
    let isPacked = ResponseEncoding.negotiate(&response, request)
    if let unchanged = ResponseEncoding.unchanged(response, request) { return unchanged }
    if isPacked { await compress(&response) }
    return request.method == .head ? response.createHeadResponse() : response
  }

  // MARK: Compression

  /// Decides whether to compress the body, and sets the header fields accordingly.
  ///
  /// The entity tag of a compressed body is weak, since another zlib may produce other bytes for
  /// the same content; a strong one is only necessary for range requests, which are not supported.
  /// Both forms have the same text between the quotes, so that a client with either of them can
  /// revalidate it (RFC 9110, sections 8.8.1 and 13.1.2).
  private static func negotiate(_ response: inout Response, _ request: Request) -> Bool {
    guard let length = response.body.contentLength, isText(response.headers[.contentType]) else {
      return false
    }
    let others = response.headers[.vary].map { "\($0), " } ?? ""
    response.headers[.vary] = others + "Accept-Encoding"
    let wishes = AcceptEncoding(request.headers[.acceptEncoding])
    let isWorthwhile = length >= minimumSize || wishes.refusesIdentity
    guard wishes.prefersGzip, isWorthwhile, isSafe(response, request) else { return false }
    response.headers[.contentEncoding] = "gzip"
    response.headers[.eTag] = response.headers[.eTag].map { "W/\($0)" }
    return true
  }

  /// Whether the compressed length reveals nothing about the content.
  ///
  /// A page of another site can make a browser request pages here, with words of its choice in the
  /// URL, which appear in the response. From the compressed length it could learn which words the
  /// response contains already (BREACH; Gluck, Harris and Prado, 2013). So the responses to its
  /// requests are not compressed, except for files without personal data.
  private static func isSafe(_ response: Response, _ request: Request) -> Bool {
    response.isPublic || !CrossSite.isForeign(request.headers)
  }

  /// Images and archives are already compressed, and a stream of events never ends.
  private static func isText(_ field: String?) -> Bool {
    guard let field else { return false }
    let end = field.utf8.firstIndex { $0 == UInt8(ascii: ";") || $0 == UInt8(ascii: " ") }
    let type = field[..<(end ?? field.endIndex)].lowercased()
    if type == "text/event-stream" { return false }
    return type.hasPrefix("text/") || type == "application/json" || type.hasSuffix("+json")
      || type.hasSuffix("+xml")
  }

  private func compress(_ response: inout Response) async {
    guard let packed = await packed(response) else {
      response.headers[.contentEncoding] = nil
      return
    }
    response.body = ResponseBody(byteBuffer: packed)
  }

  private func packed(_ response: Response) async -> ByteBuffer? {
    guard response.isPublic, let tag = response.headers[.eTag] else {
      return await BodyCompression.gzip(response.body, .quick)
    }
    if let known = kept.withLock({ $0[tag] }) { return known }
    let packed = await BodyCompression.gzip(response.body, .thorough)
    kept.withLock { $0[tag] = packed }
    return packed
  }

  // MARK: Revalidation

  /// 304 if the client has this version, with the fields of a 200 (RFC 9110, section 15.4.5).
  private static func unchanged(_ response: Response, _ request: Request) -> Response? {
    guard response.status == .ok, let tag = response.headers[.eTag],
      request.method == .get || request.method == .head,
      EntityTag.matches(request.headers[.ifNoneMatch], tag)
    else { return nil }
    var unchanged = Response(status: .notModified, headers: response.headers)
    for name in [
      HTTPField.Name.contentType, .contentLength, .contentEncoding, .contentDisposition,
    ] {
      unchanged.headers[name] = nil
    }
    return unchanged
  }
}

extension Response {
  /// Whether it is the same for all clients; everything else must not be stored.
  fileprivate var isPublic: Bool { headers[.cacheControl] != nil }
}
