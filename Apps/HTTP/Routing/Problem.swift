import Core
import FileSystem
import HTTPTypes

/// Why a request failed: an RFC 9457 document for programs, a page for people.
package struct Problem: Error, Equatable {
  package let status: HTTPResponse.Status
  /// A stable code for programs: `unknown-host`.
  package let code: String
  /// What happened and what to do, in full sentences.
  package let detail: String
  package var headers: HTTPFields = [:]

  package init(
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
  package var document: [UInt8] {
    let words = ProblemDocument(
      title: status.reasonPhrase,
      status: status.code,
      code: code,
      detail: detail
    )
    return (try? JSON.encode(words)) ?? Array("{}".utf8)
  }

  package static let notFound = Problem(
    .notFound,
    "not-found",
    "There is nothing at this address. It may have been deleted, or the link is not quite right."
  )

  package static func badRequest(_ code: String, _ detail: String) -> Problem {
    Problem(.badRequest, code, detail)
  }

  package static func forbidden(_ code: String, _ detail: String) -> Problem {
    Problem(.forbidden, code, detail)
  }

  package static func tooLarge(_ limit: Int) -> Problem {
    Problem(
      .contentTooLarge,
      "too-large",
      "That is larger than the \(ByteCount(limit).words) that are taken here. Nothing was changed.",
      headers: [.connection: "close"]
    )
  }

  package static let unsupported = Problem(
    .unsupportedMediaType,
    "unsupported-media-type",
    "What was sent is of a kind that is not read here. Nothing was changed."
  )

  /// Programs often leave the media type to a library, which says that a form is sent.
  package static let notJSON = Problem(
    .unsupportedMediaType,
    "unsupported-media-type",
    "What was sent is not said to be JSON. Nothing was changed: send it with "
      + "`Content-Type: application/json`."
  )

  /// The field says what is read (RFC 9110, section 15.5.16).
  package static let compressed = Problem(
    .unsupportedMediaType,
    "unsupported-media-type",
    "What was sent is compressed, which is not read here. Nothing was changed: send it as it is.",
    headers: [.acceptEncoding: "identity"]
  )
}

package struct ProblemDocument: Codable {
  package let title: String
  package let status: Int
  package let code: String
  package let detail: String
}
