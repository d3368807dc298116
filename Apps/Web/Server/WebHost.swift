import Core
import Pages
import Presentation

/// Provides the space that a request is for.
///
/// The daemon has one space for everybody whom its gate admits; a server has one for each person,
/// and determines the owner of a request only from the session.
public protocol WebHost: Sendable {
  var product: Product { get }

  /// The current context for pages and requests of `visitor`.
  ///
  /// - Parameter claim: when the visitor made the request, if it arrived later; the context is that
  ///   of this time.
  /// - Throws: a ``DomainError`` or `JournalError` with a message for a person.
  func context(for visitor: Visitor, claiming claim: Claim?) async throws -> PageContext

  /// The client for the visitor's space, for requests that need neither calendar nor words.
  func client(for visitor: Visitor) async throws -> any SpaceClient

  /// The current sequence number of the visitor's space.
  func position(for visitor: Visitor) async throws -> SpacePosition

  /// Yields the sequence number each time the space grows, through this or another program.
  ///
  /// Ends when the visitor stops listening. A slow visitor needs only the newest number.
  func advances(for visitor: Visitor) async throws -> AsyncStream<Int>

  /// When the visitor's open pages were last told of news beside the space; nil if they never were.
  ///
  /// The sequence number does not count such news, so a page may show it and lack them.
  func latestNews(for visitor: Visitor) async throws -> Instant?

  /// Whether the served space was replaced as a whole, and a successor will be served in a moment.
  var isReplaced: Bool { get }

  /// The start page of somebody who has entered nothing yet.
  var firstVisit: String { get }
}

extension WebHost {
  public var isReplaced: Bool { false }
  public var firstVisit: String { WelcomePage.path }

  public func latestNews(for visitor: Visitor) async throws -> Instant? { nil }

  /// The current context for pages and requests of `visitor` that arrive without delay.
  func context(for visitor: Visitor) async throws -> PageContext {
    try await context(for: visitor, claiming: nil)
  }
}

/// The owner of a request's space, as determined by the gate before anything is read.
public struct Visitor: Sendable, Hashable {
  /// The principal on whose behalf it is made.
  public let principal: Principal
  /// The space of that principal; nil if there is only one.
  public let space: SpaceID?
  /// The id of the session that proves it; nil if there are no sessions.
  public let session: String?

  public init(
    _ principal: Principal = .owner,
    space: SpaceID? = nil,
    session: String? = nil
  ) {
    self.principal = principal
    self.space = space
    self.session = session
  }

  /// The owner of this machine.
  public static let owner = Visitor()

  /// The scope of form tokens, stored responses and messages, so that they end with the session.
  var subject: String { session.map { "\(principal.name) session:\($0)" } ?? principal.name }
}
