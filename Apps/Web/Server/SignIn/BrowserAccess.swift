import Core
import HTTPServing

/// The desktop of the person at the machine, as far as signing in needs it; a server has none.
public protocol SignInDesktop: Sendable {
  /// Whether a question that the person can answer would appear now.
  var canAsk: Bool { get }
  /// Shows a question; ``BrowserAccess/answer(_:isAllowed:)`` takes the answer.
  func ask(_ question: SignInQuestion)
  /// Called once a one-time link is used, so that nothing of it has to be kept any longer.
  func linkWasUsed(_ id: String)
}

/// A link that lets one browser in, once and within a minute.
public struct SignInLink: Sendable, Equatable, Codable {
  /// Asks what became of it.
  public let id: String
  /// The path and query below the app's address.
  public let path: String
}

/// How browsers are let in: by one-time links, or by the person's answer on the desktop.
///
/// What it knows outlives a request, and its sessions outlive the program.
public final class BrowserAccess: Sendable {
  public let sessions: SessionStore
  /// The requests that were refused lately.
  public let refusals: RefusalLog
  let codes: SignInCodes
  let questions: SignInQuestions
  let desktop: (any SignInDesktop)?

  /// - Parameter desktop: where to ask; nil where nobody can be asked.
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

  /// A new one-time link.
  ///
  /// - Parameter next: the path of the page to show afterwards.
  public func link(to next: String = "/") -> SignInLink {
    let (id, code) = codes.issue()
    let target = PercentCoding.encoded(ReturnPath.destination(next))
    return SignInLink(id: id, path: "\(SignInRoutes.path)?code=\(code)&next=\(target)")
  }

  /// Takes the person's answer to a question.
  ///
  /// - Returns: whether it came in time.
  @discardableResult
  public func answer(_ number: Int, isAllowed: Bool) -> Bool {
    questions.answer(number, isAllowed: isAllowed)
  }
}
