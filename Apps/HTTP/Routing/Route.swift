import HTTPTypes
import Hummingbird

/// A handler for requests with one method and path pattern.
package struct Route<Exchanged: Exchange, Policy: Sendable>: Sendable {
  package typealias Respond =
    @Sendable (Exchanged, _ parameters: [String: String]) async throws -> Response

  package let method: HTTPRequest.Method
  package let pattern: PathPattern
  /// Who may use it, and what a request must prove.
  package let policy: Policy
  package let respond: Respond

  package init(
    _ method: HTTPRequest.Method,
    _ pattern: String,
    _ policy: Policy,
    _ respond: @escaping Respond
  ) {
    self.method = method
    self.pattern = PathPattern(pattern)
    self.policy = policy
    self.respond = respond
  }
}
