import Core
import TrackingContract

/// What a widget shows, whoever draws it.
public struct WidgetContent: Codable, Sendable, Equatable {
  public let size: WidgetSize
  /// In the order of Today, at most ``WidgetSize/capacity`` of them.
  public let items: [WidgetItem]
  /// How many more are open than fit.
  public let more: Int
  /// Shown instead of habits when none is open.
  public let message: WidgetMessage?
  /// When the person's next day begins: what is shown is then no longer right.
  public let refreshAt: Instant
  /// How many habits are done today.
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

  /// How many habits are open today, shown or not.
  public var open: Int { items.count + more }

  /// Whether a tap opens Today: only when there is nothing left to tap.
  public var opensToday: Bool { items.isEmpty }

  /// `+3 more`; nil when everything fits.
  public var overflow: String? { more > 0 ? "+\(more) more" : nil }
}

/// One open habit.
public struct WidgetItem: Codable, Sendable, Equatable {
  public let id: HabitID
  public let title: String
  public let color: HabitColor
  /// What a tap says was measured, where less than the target was entered before; nil for a
  /// plain mark.
  public let value: Amount?

  public init(id: HabitID, title: String, color: HabitColor, value: Amount? = nil) {
    self.id = id
    self.title = title
    self.color = color
    self.value = value
  }
}

/// What is said when no habit is open.
///
/// The raw values are the words themselves.
public enum WidgetMessage: String, Codable, Sendable, CaseIterable {
  case allDone = "All habits completed today! 🌸"
  case noHabits = "Add your first habit in BeeBloom"
  /// There are habits, and today asks for none of them.
  case nothingDue = "Nothing to tend today. Enjoy your day! 🌸"
}
