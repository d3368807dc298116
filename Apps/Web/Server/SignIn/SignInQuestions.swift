import Core
import HTTPServing
import HTTPTypes
import Locks

/// A question to the person at the machine, whether a browser may sign in.
public struct SignInQuestion: Sendable, Equatable {
  public let number: Int
  /// Six digits, which the browser shows too, so that the person sees which one asks.
  public let code: String
}

/// The questions that browsers have requested.
///
/// There are few at a time, so that nobody else who reaches the port can tire the person.
final class SignInQuestions: Sendable {
  /// Seconds for an answer.
  static let seconds: Int64 = 120
  private static let maxQuestions = 3
  /// The window in seconds for the limit of questions.
  private static let span: Int64 = 600

  /// The state of a question.
  enum State: Sendable, Equatable {
    /// It waits for an answer; the code.
    case waiting(code: String)
    case allowed
    case refused
    /// There is none, it timed out, or its answer was used.
    case over
  }

  private enum Answer: Sendable { case none, allowed, refused, used }

  private struct Asked {
    let question: SignInQuestion
    let hash: String
    let at: Instant
    var answer = Answer.none
  }

  private struct Questions {
    var asked: [Asked] = []
    /// The number of questions so far: a late answer is never assigned to another question.
    var count = 0
  }

  private let clock: any WallClock
  private let questions = Locked(Questions())

  init(clock: any WallClock) { self.clock = clock }

  /// Records a question.
  ///
  /// - Parameter token: the token that identifies the asking browser.
  /// - Returns: the question; nil if that browser has asked it already.
  /// - Throws: ``Problem`` 429 when there are too many.
  func ask(for token: String) throws -> SignInQuestion? {
    let now = clock.now()
    let hash = RandomToken.hash(token)
    let digits = String(1_000_000 + Int.random(in: 0..<1_000_000)).dropFirst()
    return try questions.withLockUnchecked { questions in
      let recent = questions.asked.filter { SignInQuestions.isRecent($0, now) }
      guard !recent.contains(where: { $0.hash == hash }) else { return nil }
      guard !recent.contains(where: { SignInQuestions.waits($0, now) }) else {
        throw SignInQuestions.busy
      }
      guard recent.count < SignInQuestions.maxQuestions else { throw SignInQuestions.tooMany }
      questions.count += 1
      let question = SignInQuestion(number: questions.count, code: String(digits))
      questions.asked = recent + [Asked(question: question, hash: hash, at: now)]
      return question
    }
  }

  /// Handles the person's answer; it counts once and in time.
  ///
  /// - Returns: whether it counts.
  func answer(_ number: Int, isAllowed: Bool) -> Bool {
    let now = clock.now()
    return questions.withLock { questions in
      let place = questions.asked.firstIndex { $0.question.number == number }
      guard let place, SignInQuestions.waits(questions.asked[place], now) else { return false }
      questions.asked[place].answer = isAllowed ? .allowed : .refused
      return true
    }
  }

  /// The state of the question of the browser with that token.
  func state(of token: String) -> State {
    let (hash, now) = (RandomToken.hash(token), clock.now())
    let found = questions.withLock { questions in questions.asked.last { $0.hash == hash } }
    guard let found else { return .over }
    switch found.answer {
    case .allowed: return SignInQuestions.isRecent(found, now) ? .allowed : .over
    case .refused: return .refused
    case .used: return .over
    case .none:
      return SignInQuestions.waits(found, now) ? .waiting(code: found.question.code) : .over
    }
  }

  /// Uses up the permission of the browser with that token.
  ///
  /// - Returns: whether there was one.
  func claim(_ token: String) -> Bool {
    let hash = RandomToken.hash(token)
    guard state(of: token) == .allowed else { return false }
    return questions.withLock { questions in
      let place = questions.asked.lastIndex { $0.hash == hash && $0.answer == .allowed }
      guard let place else { return false }
      questions.asked[place].answer = .used
      return true
    }
  }

  private static func waits(_ asked: Asked, _ now: Instant) -> Bool {
    asked.answer == .none && asked.at.isWithin(seconds: seconds, before: now)
  }

  private static func isRecent(_ asked: Asked, _ now: Instant) -> Bool {
    asked.at.isWithin(seconds: span, before: now)
  }

  private static let busy = Problem(
    .tooManyRequests,
    "question-waits",
    "A question that is not yours is on the desktop already. Choose “Not now” there unless your page "
      + "shows its code, or wait two minutes.",
    headers: [.retryAfter: "\(seconds)"]
  )

  private static let tooMany = Problem(
    .tooManyRequests,
    "too-many-questions",
    "The desktop was asked three times in ten minutes. Wait a while, or run “trellis daemon open” "
      + "in a terminal.",
    headers: [.retryAfter: "\(span)"]
  )
}
