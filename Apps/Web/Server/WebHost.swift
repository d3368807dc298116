import Core
import Pages
import Presentation

/// Provides the space that a request is for.
///
/// The daemon has one space for everybody who reaches it; a server with many users tells them apart
/// by what their browsers send.
public protocol WebHost: Sendable {
  var product: Product { get }

  /// The current context for pages and requests of `visitor`.
  ///
  /// - Parameter claim: when the visitor made the request, if it arrived later; the context is that
  ///   of then.
  /// - Throws: a ``DomainError`` or `JournalError` with a message for a person.
  func context(for visitor: Visitor, claiming claim: Claim?) async throws -> PageContext

  /// The client for the visitor's space, for requests that need neither calendar nor words.
  func client(for visitor: Visitor) async throws -> any SpaceClient

  /// How far the visitor's space has come.
  func position(for visitor: Visitor) async throws -> SpacePosition

  /// The sequence number each time the space grows, through this or another program.
  ///
  /// Ends when the visitor stops listening. A slow visitor needs only the newest number.
  func advances(for visitor: Visitor) async throws -> AsyncStream<Int>
}

extension WebHost {
  /// The current context for pages and requests of `visitor` that arrive at once.
  func context(for visitor: Visitor) async throws -> PageContext {
    try await context(for: visitor, claiming: nil)
  }
}

/// The sender of a request, as far as the request identifies them.
public struct Visitor: Sendable {
  public let cookies: [String: String]

  public init(cookies: [String: String] = [:]) { self.cookies = cookies }
}
