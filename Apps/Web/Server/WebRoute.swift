import HTTPServing
import HTTPTypes
import Hummingbird

/// A route of the web app.
package typealias WebRoute = Route<HTTPExchange, RoutePolicy>

/// Who may use a route, and what a request must prove.
package struct RoutePolicy: Sendable, Equatable {
  /// Who may use it.
  package enum Access: Sendable, Equatable {
    /// Everybody who reaches the app: nothing here is personal.
    case anyone
    /// The person: a browser that is signed in, or a program.
    case owner
    /// Also a page that embeds a part of the app, with the key for that.
    case embedding
    /// Programs of the person, but no browser.
    case program
  }

  /// The proof that a writing request must carry beyond its principal.
  package enum Proof: Sendable, Equatable {
    /// None: it changes no stored data.
    case none
    /// The form's token, which is checked after the form is decoded.
    case form
    /// That it comes from a program, so that no page of another site can have a browser send it.
    case program
  }

  package let access: Access
  package let proof: Proof
}

extension Route where Exchanged == HTTPExchange, Policy == RoutePolicy {
  static func get(
    _ pattern: String,
    access: RoutePolicy.Access = .owner,
    _ respond: @escaping Respond
  ) -> Self {
    Self(.get, pattern, RoutePolicy(access: access, proof: .none), respond)
  }

  static func post(
    _ pattern: String,
    access: RoutePolicy.Access = .owner,
    proof: RoutePolicy.Proof,
    _ respond: @escaping Respond
  ) -> Self {
    Self(.post, pattern, RoutePolicy(access: access, proof: proof), respond)
  }

  var access: RoutePolicy.Access { policy.access }
  var proof: RoutePolicy.Proof { policy.proof }
}
