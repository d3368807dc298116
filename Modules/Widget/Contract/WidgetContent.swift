import Core
import TrackingContract

/// The content of a widget, independent of how it is drawn.
public struct WidgetContent: Codable, Sendable, Equatable {
  public let size: WidgetSize
  /// The open habits in the order of Today, at most ``WidgetSize/capacity`` of them.
  public let items: [WidgetItem]
  /// The number of open habits that do not fit.
  public let more: Int
  /// The message shown instead of habits if none is open.
  public let message: WidgetMessage?
  /// The start of the user's next day, when the content becomes out of date.
  public let refreshAt: Instant
  /// The number of habits done today.
  public let done: Int

  public init(
    size: WidgetSize,
    items: [WidgetItem],
    more: Int,
    message: WidgetMessage?,
    refreshAt: Instant,
    done: Int
  ) {
    self.size = size
    self.items = items
    self.more = more
    self.message = message
    self.refreshAt = refreshAt
    self.done = done
  }

  /// The number of habits open today, shown or not.
  public var open: Int { items.count + more }

  /// Whether a tap opens Today, which it does only if no habit is left to tap.
  public var opensToday: Bool { items.isEmpty }

  /// The overflow as `+3 more`; nil if everything fits.
  public var overflow: String? { more > 0 ? "+\(more) more" : nil }
}

/// An open habit.
public struct WidgetItem: Codable, Sendable, Equatable {
  public let id: HabitID
  public let title: String
  /// The title as a widget shows it, which tells habits of the same title apart.
  public let label: String
  public let color: HabitColor
  /// The emoji that stands for the habit; nil for none.
  public let icon: String?

  /// - Parameter label: nil where no other habit has the title.
  public init(
    id: HabitID,
    title: String,
    label: String? = nil,
    color: HabitColor,
    icon: String? = nil
  ) {
    self.id = id
    self.title = title
    self.label = label ?? title
    self.color = color
    self.icon = icon
  }
}

/// The message shown if no habit is open.
///
/// The raw values are the words themselves.
public enum WidgetMessage: String, Codable, Sendable, CaseIterable {
  case allDone = "All habits completed today! 🌸"
  case noHabits = "Add your first habit in BeeBloom"
  /// There are habits, but none is due today.
  case nothingDue = "Nothing to tend today. Enjoy your day! 🌸"
}
