import ArgumentParser
import Commands
import Presentation
import StreaksContract

extension CompletionKind {
  /// The titles of the habits that have streaks.
  static let streaks = CompletionKind.fromSpace { context in
    try await context.ask(AllStreaks()).items.map(\.title)
  }
}
