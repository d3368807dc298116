import Core
import HTTPServing

/// The desktop of the person at the machine, as needed for signing in; a server has none.
public protocol SignInDesktop: Sendable {
  /// Whether a question that the person can answer would appear now.
  var canAsk: Bool { get }
  /// Shows a question; ``BrowserAccess/answer(_:isAllowed:)`` receives the answer.
  func ask(_ question: SignInQuestion)
  /// Called once a one-time link is used, so that its remains can be removed.
  func linkWasUsed(_ id: String)
}

/// A link that signs one browser in, once and within a minute.
public struct SignInLink: Sendable, Equatable, Codable {
  /// The id for asking about its result.
  public let id: String
  /// The path and query below the app's address.
  public let path: String
}

/// How browsers sign in: with one-time links, or by the person's answer on the desktop.
///
/// Its state outlives a request, and its sessions outlive the program.
public final class BrowserAccess: Sendable {
  public let sessions: SessionStore
  /// The recently refused requests.
  public let refusals: RefusalLog
  let codes: SignInCodes
  let questions: SignInQuestions
  let desktop: (any SignInDesktop)?

  /// - Parameter desktop: where to ask; nil if nobody can be asked.
  public init(
    sessions: SessionStore,
    clock: any WallClock = SystemClock(),
    desktop: (any SignInDesktop)? = nil
  ) {
    self.sessions = sessions
    self.desktop = desktop
    refusals = RefusalLog(clock: clock)
    codes = SignInCodes(clock: clock)
    questions = SignInQuestions(clock: clock)
  }

  /// Creates a one-time link.
  ///
  /// - Parameter next: the path of the page to show afterwards.
  public func link(to next: String = "/") -> SignInLink {
    let (id, code) = codes.issue()
    let target = PercentCoding.encoded(ReturnPath.destination(next))
    return SignInLink(id: id, path: "\(SignInRoutes.path)?code=\(code)&next=\(target)")
  }

  /// Handles the person's answer to a question.
  ///
  /// - Returns: whether it came in time.
  @discardableResult
  public func answer(_ number: Int, isAllowed: Bool) -> Bool {
    questions.answer(number, isAllowed: isAllowed)
  }
}
