import Core
import Pages
import Presentation

/// Whose space a request is for, and the way into it.
///
/// The daemon has one space for everybody who reaches it; a server of many people tells them apart
/// by what their browser sends along.
public protocol WebHost: Sendable {
  var product: Product { get }

  /// What pages and requests of `visitor` work with, as of now.
  ///
  /// - Throws: a ``DomainError`` or `JournalError` with words for a person.
  func context(for visitor: Visitor) async throws -> PageContext

  /// The way into the visitor's space, for what needs neither calendar nor words.
  func client(for visitor: Visitor) async throws -> any SpaceClient

  /// The sequence number of the last fact in the visitor's space.
  func head(for visitor: Visitor) async throws -> Int

  /// The sequence number each time the space grows, be it from here or from another program.
  ///
  /// Ends when the visitor stops listening. Only the newest number needs to be kept for a slow one.
  func advances(for visitor: Visitor) async throws -> AsyncStream<Int>
}

/// Who asks, as far as the request tells.
public struct Visitor: Sendable {
  public let cookies: [String: String]

  public init(cookies: [String: String] = [:]) { self.cookies = cookies }
}
