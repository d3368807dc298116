import Core
import Presentation
import RemindersContract
import StreaksContract
import TrackingContract

/// The outcome for each run whose end was reported by a notice.
struct FreezeOutcomes: Sendable {
  enum Outcome: Sendable {
    /// A freeze can still save the run.
    case savable
    /// A freeze saved the run.
    case saved
    case ended
  }

  /// The current streaks; nil if unknown, so that a notice says what was true when it was given.
  private let streaks: StreaksReport?

  init(_ streaks: StreaksReport? = nil) { self.streaks = streaks }

  /// Asks for the streaks only if a notice reports the end of a run.
  static func load(
    _ items: [InboxItem],
    _ context: any SpaceContext
  ) async throws -> FreezeOutcomes {
    guard items.contains(where: { $0.notice.kind == .broken }) else { return FreezeOutcomes() }
    return FreezeOutcomes(try await context.askIfAvailable(AllStreaks()))
  }

  func outcome(of subject: NoticeSubject, in notice: Notice, today: Day) -> Outcome {
    guard let streaks else {
      return subject.canBeSaved == true && notice.day == today ? .savable : .ended
    }
    let missed = notice.day.advanced(by: -1)
    let streak = streaks.items.first { $0.habit == subject.habit }
    if let streak, streak.frozenDays.contains(missed) { return .saved }
    let isOffered = streaks.offers.contains { $0.habit == subject.habit && $0.day == missed }
    return isOffered ? .savable : .ended
  }
}
