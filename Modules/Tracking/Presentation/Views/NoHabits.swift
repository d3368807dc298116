import Core
import Presentation
import Terminal
import TrackingContract

/// The words shown where no habit is listed, and the first step from there.
enum NoHabits {
  /// Returns the habit to bring back if all habits are archived; nil if not, or if none exists.
  static func archived(_ context: any SpaceContext) async throws -> Habit? {
    try await ArchivedHabits.latest(asking: context.askIfAvailable)
  }

  static func words(_ archived: Habit?) -> Phrase { archived == nil ? .todayEmpty : .todayArchived }

  /// What to type: bring one back, or add one.
  static func step(_ archived: Habit?) -> String {
    guard let archived else { return "trellis add \"Read a page\" --every daily" }
    return "trellis edit \(ShellWord.quoted(archived.details.title)) --unarchive"
  }

  static func views(_ archived: Habit?, _ context: any SpaceContext) -> [any View] {
    [Paragraph(Text(context.say(words(archived)))), EmptyLine(), NextStep(step(archived))]
  }
}
