import HTTPServing
import HTTPTypes
import Hummingbird

/// A route of the server.
typealias ServerRoute = Route<ServerExchange, ServerPolicy>

/// Who may use a route.
enum ServerPolicy: Sendable, Equatable {
  /// Everybody: nothing here is personal, or it serves to sign in.
  case anyone
  /// Anybody who is signed in.
  case member
  /// Anybody who is signed in and whose space the server can read: nobody with a sealed account.
  case resident
  /// The same, but only for programs.
  ///
  /// A browser sends no token by itself, so no page of another site can make it send one.
  case program
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
