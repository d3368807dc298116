import Accounts
import Core
import HTTPServing
import HTTPTypes
import Hummingbird

/// A request to the server, with the product it is for and the account that it proves.
final class ServerExchange: Exchange {
  let received: ReceivedRequest
  let product: ServedProduct
  /// Who sent it; nil if the request proves nothing.
  let caller: Caller?
  /// Where it came from, for limits.
  let client: ClientAddress

  init(
    _ received: ReceivedRequest,
    product: ServedProduct,
    caller: Caller?,
    client: ClientAddress
  ) {
    self.received = received
    self.product = product
    self.caller = caller
    self.client = client
  }

  /// Whether a program asks, which reads documents rather than pages.
  var isForProgram: Bool { path.first == "api" || path.first == "health" }

  /// Who sent it, for routes that need that.
  ///
  /// - Throws: ``Problem`` 401 if nobody did.
  func requireCaller() throws -> Caller {
    guard let caller else { throw Problem(AccountsError.signedOut) }
    return caller
  }

  /// The body as a document.
  ///
  /// - Throws: ``Problem`` for a body that is too long or of another form.
  func decoded<T: Decodable>(_ type: T.Type, upTo limit: Int = 64 << 10) async throws -> T {
    guard header(.contentType)?.lowercased().hasPrefix("application/json") == true else {
      throw Problem.unsupported
    }
    let bytes = try await body(upTo: limit, within: 30)
    do {
      return try ParsedJSON(bytes).decode(type)
    } catch {
      throw Problem.badRequest(
        "bad-json",
        "What was sent cannot be read: \(ErrorDetail(error).text). Nothing was changed."
      )
    }
  }
}

/// What of a decoding error may be shown: where it is, and never what was sent.
private struct ErrorDetail {
  let text: String

  init(_ error: any Error) {
    switch error {
    case DecodingError.keyNotFound(let key, _): text = "“\(key.stringValue)” is missing"
    case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context),
      DecodingError.dataCorrupted(let context):
      let path = context.codingPath.map(\.stringValue).joined(separator: ".")
      text = path.isEmpty ? "it is no JSON of that form" : "“\(path)” has a wrong value"
    default: text = "it is no JSON of that form"
    }
  }
}
