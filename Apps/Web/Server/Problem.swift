import Core
import HTTPTypes

/// Why a request failed: an RFC 9457 document for programs, a page for people.
struct Problem: Error, Equatable {
  let status: HTTPResponse.Status
  /// A stable code for programs: `unknown-host`.
  let code: String
  /// What happened and what to do, in full sentences.
  let detail: String
  var headers: HTTPFields = [:]

  init(
    _ status: HTTPResponse.Status,
    _ code: String,
    _ detail: String,
    headers: HTTPFields = [:]
  ) {
    self.status = status
    self.code = code
    self.detail = detail
    self.headers = headers
  }

  /// `application/problem+json` (RFC 9457).
  var document: [UInt8] {
    let words = ProblemDocument(
      title: status.reasonPhrase,
      status: status.code,
      code: code,
      detail: detail
    )
    return (try? JSON.encode(words)) ?? Array("{}".utf8)
  }

  static let notFound = Problem(
    .notFound,
    "not-found",
    "There is nothing at this address. It may have been deleted, or the link is not quite right."
  )

  static func badRequest(_ code: String, _ detail: String) -> Problem {
    Problem(.badRequest, code, detail)
  }

  static func forbidden(_ code: String, _ detail: String) -> Problem {
    Problem(.forbidden, code, detail)
  }

  static func tooLarge(_ limit: Int) -> Problem {
    Problem(
      .contentTooLarge,
      "too-large",
      "That is larger than the \(limit >> 10) kB that are taken here. Nothing was changed.",
      headers: [.connection: "close"]
    )
  }

  static let unsupported = Problem(
    .unsupportedMediaType,
    "unsupported-media-type",
    "What was sent is of a kind that is not read here. Nothing was changed."
  )
}

struct ProblemDocument: Codable {
  let title: String
  let status: Int
  let code: String
  let detail: String
}
