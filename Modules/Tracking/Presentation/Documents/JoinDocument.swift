import Core
import Presentation
import TrackingContract

/// A habit that was joined into another one or separated, as printed by `--json`.
struct JoinDocument: Encodable, Sendable {
  let id: HabitID
  let title: String
  /// The habit for which its days count, or would; null for a habit of its own.
  @OrNull var into: Root?
  let joined: Bool

  struct Root: Encodable, Sendable {
    let id: HabitID
    let title: String
  }

  init(_ habit: Habit, _ into: Habit?, joined: Bool) {
    id = habit.id
    title = habit.details.title
    self.into = into.map { Root(id: $0.id, title: $0.details.title) }
    self.joined = joined
  }
}
