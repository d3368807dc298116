import Core
import Locks
import TelemetryContract

/// The slow answers of this process, until they are counted or dropped.
///
/// It keeps names of features and steps of seconds, and is bounded.
final class AnswerTimes: Sendable {
  static let shared = AnswerTimes()
  private static let most = 200

  private let slow = Locked<[SlowAnswer]>([])

  /// Runs the code that answers a request, and records it if that takes long.
  func watch<R: Request, Answer: Sendable>(
    _ request: R.Type,
    isolation: isolated (any Actor)? = #isolation,
    _ body: () async throws -> Answer
  ) async throws -> Answer {
    let begun = ContinuousClock.now
    defer { note(request, took: ContinuousClock.now - begun) }
    return try await body()
  }

  func note<R: Request>(_ request: R.Type, took time: Duration) {
    guard time >= .seconds(1), let name = FeatureName(of: request),
      let answer = SlowAnswer(name, took: time)
    else { return }
    slow.withLock { if $0.count < AnswerTimes.most { $0.append(answer) } }
  }

  /// Returns the recorded answers and clears them.
  func take() -> [SlowAnswer] {
    slow.withLock { slow in
      defer { slow = [] }
      return slow
    }
  }
}
