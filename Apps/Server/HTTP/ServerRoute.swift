import HTTPServing
import HTTPTypes
import Hummingbird

/// A route of the server.
typealias ServerRoute = Route<ServerExchange, ServerPolicy>

/// Who may use a route.
enum ServerPolicy: Sendable, Equatable {
  /// Everybody: nothing here is personal, or it is what lets people in.
  case anyone
  /// Whoever is signed in.
  case member
  /// An administrator who is signed in.
  case administrator
}

extension Route where Exchanged == ServerExchange, Policy == ServerPolicy {
  static func get(_ path: String, _ policy: ServerPolicy, _ respond: @escaping Respond) -> Self {
    Self(.get, path, policy, respond)
  }

  static func post(_ path: String, _ policy: ServerPolicy, _ respond: @escaping Respond) -> Self {
    Self(.post, path, policy, respond)
  }

  static func put(_ path: String, _ policy: ServerPolicy, _ respond: @escaping Respond) -> Self {
    Self(.put, path, policy, respond)
  }

  static func delete(_ path: String, _ policy: ServerPolicy, _ respond: @escaping Respond) -> Self {
    Self(.delete, path, policy, respond)
  }
}
