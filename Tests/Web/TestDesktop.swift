import Core
import EngineDriving
import Locks

@testable import HTTPServing
@testable import Web

/// A clock that a test moves.
final class ManualClock: WallClock {
  private let time = Locked(Instant(seconds: 1_800_000_000))

  func now() -> Instant { time.withLock { $0 } }

  func pass(seconds: Int64) { time.withLock { $0 = $0.advanced(bySeconds: seconds) } }
}

/// A desktop that notes what it was asked.
final class TestDesktop: SignInDesktop {
  private let isThere = Locked(true)
  private let questions = Locked<[SignInQuestion]>([])
  private let links = Locked<[String]>([])

  var canAsk: Bool { isThere.withLock { $0 } }
  var asked: [SignInQuestion] { questions.withLock { $0 } }
  var used: [String] { links.withLock { $0 } }

  func goAway() { isThere.withLock { $0 = false } }

  func ask(_ question: SignInQuestion) { questions.withLock { $0.append(question) } }

  func linkWasUsed(_ id: String) { links.withLock { $0.append(id) } }
}
