import ArgumentParser
import CommandKit
import StreaksContract

extension CompletionKind {
  /// The titles of habits that have streaks.
  static let streaks = CompletionKind.fromSession { session in
    try await session.ask(AllStreaks()).items.map(\.title)
  }
}
