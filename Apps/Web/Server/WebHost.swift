import Core
import Pages
import Presentation

/// Provides the space that a request is for.
///
/// The daemon has one space for everybody whom its gate admits; a server has one for each person, and
/// knows whose a request is for from the session alone.
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

  /// Whether what is served has been replaced as a whole, and will be served by a successor in a moment.
  var isReplaced: Bool { get }

  /// Where somebody begins who has entered nothing yet.
  var firstVisit: String { get }
}

extension WebHost {
  public var isReplaced: Bool { false }
  public var firstVisit: String { WelcomePage.path }

  /// The current context for pages and requests of `visitor` that arrive at once.
  func context(for visitor: Visitor) async throws -> PageContext {
    try await context(for: visitor, claiming: nil)
  }
}

/// Whose space a request is for, as the gate has found out before anything is read.
public struct Visitor: Sendable, Hashable {
  /// On whose behalf it is made.
  public let principal: Principal
  /// The space of that principal; nil where there is one only.
  public let space: SpaceID?
  /// The id of the session that proves it; nil where there are none.
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

  /// What form tokens, kept answers and messages belong to, so that they end with the session.
  var subject: String { session.map { "\(principal.name) session:\($0)" } ?? principal.name }
}
