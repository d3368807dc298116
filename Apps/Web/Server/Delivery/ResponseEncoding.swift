import HTTPTypes
import Hummingbird
import NIOCore
import Synchronization

/// Brings an answer into the form in which it goes over the wire: as it is or packed, or its head
/// alone for one who has the rest already.
final class ResponseEncoding: Sendable {
  /// What fits into one packet does not arrive sooner for being smaller.
  static let worthwhile = 1_400

  /// The packed files of the program by their tags: a few, each packed when it is first asked for.
  private let kept = Mutex<[String: ByteBuffer]>([:])

  /// - Parameter response: without what ``SafetyHeaders`` add.
  func prepare(_ response: Response, for request: Request) async -> Response {
    var response = response
    let isPacked = ResponseEncoding.negotiate(&response, request)
    if let unchanged = ResponseEncoding.unchanged(response, request) { return unchanged }
    if isPacked { await pack(&response) }
    return request.method == .head ? response.createHeadResponse() : response
  }

  // MARK: Packing

  /// Whether the body is to be packed; the head says so from here on.
  ///
  /// The tag of what is packed is weak, since another zlib may write other bytes for the same
  /// content; a strong one would be needed only where one asks for a part of the bytes, which is
  /// not offered. Between the quotes both forms are called the same, so that whoever has one of
  /// them learns that it still holds (RFC 9110, sections 8.8.1 and 13.1.2).
  private static func negotiate(_ response: inout Response, _ request: Request) -> Bool {
    guard let length = response.body.contentLength, isText(response.headers[.contentType]) else {
      return false
    }
    let others = response.headers[.vary].map { "\($0), " } ?? ""
    response.headers[.vary] = others + "Accept-Encoding"
    let wishes = AcceptEncoding(request.headers[.acceptEncoding])
    let isWorthwhile = length >= worthwhile || wishes.refusesIdentity
    guard wishes.prefersGzip, isWorthwhile, isSafe(response, request) else { return false }
    response.headers[.contentEncoding] = "gzip"
    response.headers[.eTag] = response.headers[.eTag].map { "W/\($0)" }
    return true
  }

  /// Whether nobody learns from the length what an answer says.
  ///
  /// A page of another site can have a browser ask for pages here, with words of its choice in the
  /// address, which stand in the answer. If it could see how well that was packed, it would know
  /// which words stand there already (BREACH; Gluck, Harris and Prado, 2013). So what it asks for is
  /// not packed, but for files that hold nothing of anybody.
  private static func isSafe(_ response: Response, _ request: Request) -> Bool {
    response.isForEverybody || !AccessControl.isForeign(request.headers)
  }

  /// Pictures and archives are packed already, and a stream of events never ends.
  private static func isText(_ type: String?) -> Bool {
    guard let type = type?.lowercased().prefix(while: { $0 != ";" && $0 != " " }) else {
      return false
    }
    if type == "text/event-stream" { return false }
    return type.hasPrefix("text/") || type == "application/json" || type.hasSuffix("+json")
      || type.hasSuffix("+xml")
  }

  private func pack(_ response: inout Response) async {
    guard let packed = await packed(response) else {
      response.headers[.contentEncoding] = nil
      return
    }
    response.body = ResponseBody(byteBuffer: packed)
  }

  private func packed(_ response: Response) async -> ByteBuffer? {
    guard response.isForEverybody, let tag = response.headers[.eTag] else {
      return await Gzip.pack(response.body, .quick)
    }
    if let known = kept.withLock({ $0[tag] }) { return known }
    let packed = await Gzip.pack(response.body, .thorough)
    kept.withLock { $0[tag] = packed }
    return packed
  }

  // MARK: What one has already

  /// 304 for one who has this; with the fields that 200 would have had (RFC 9110, section 15.4.5).
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
  /// Whether it is the same for all who ask; everything else must not be stored by anybody.
  fileprivate var isForEverybody: Bool { headers[.cacheControl] != nil }
}
