import Core
import HTTPClient

/// The errors of a server, in its own words.
enum ServerProblem {
  /// RFC 9457.
  private struct Document: Decodable {
    let code: String
    let detail: String
  }

  /// The maximum length; a longer sentence of a server is cut.
  private static let longest = 600

  /// Returns the error for an answer that is not an expected one.
  static func error(of response: HTTPResponse, from host: String) -> DomainError {
    if let known = document(response) { return known }
    let isOverloaded = [502, 503, 504].contains(response.status)
    return isOverloaded
      ? DomainError(
        "server-unavailable",
        "\(host) is not ready (status \(response.status)), as while it starts. Nothing was lost; try "
          + "again later."
      )
      : DomainError(
        "answer-unreadable",
        "What answers at \(host) is no Trellis server (status \(response.status)): is that address "
          + "right? Nothing was changed."
      )
  }

  /// The server's own error; nil if the answer is not one.
  static func document(_ response: HTTPResponse) -> DomainError? {
    guard response.contentType == "application/problem+json",
      let problem = try? JSON.decode(Document.self, from: response.body), isCode(problem.code)
    else { return nil }
    let words = TextRule.line.cleaned(String(problem.detail.prefix(longest)))
    return DomainError(problem.code, words.isEmpty ? "The server refused it." : words)
  }

  private static func isCode(_ code: String) -> Bool {
    (1...64).contains(code.utf8.count)
      && code.utf8.allSatisfy { byte in
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || byte == UInt8(ascii: "-")
          || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      }
  }

  /// The seconds after which the server asks for a retry (RFC 9110, 10.2.3).
  static func retryAfter(_ response: HTTPResponse) -> Int? {
    response.headers["Retry-After"].flatMap { Int($0) }.map { min(max($0, 0), 86_400) }
  }
}
