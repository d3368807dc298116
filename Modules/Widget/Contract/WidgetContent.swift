import Core
import TrackingContract

/// The content of a widget, independent of how it is drawn.
public struct WidgetContent: Codable, Sendable, Equatable {
  public let size: WidgetSize
  public let day: Day
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
  /// The contributions of a year, if the product's widgets show them.
  public let graph: WidgetGraph?
  /// Today's habits in the order of Today, done ones too.
  ///
  /// They are ``items`` and as many of the others as there is room for; none unless the widget shows
  /// contributions.
  public let rings: [WidgetItem]
  /// The longest streak, if the product's widgets show it.
  public let flame: WidgetFlame?

  public init(
    size: WidgetSize,
    day: Day,
    items: [WidgetItem],
    more: Int,
    message: WidgetMessage?,
    refreshAt: Instant,
    done: Int,
    graph: WidgetGraph? = nil,
    rings: [WidgetItem] = [],
    flame: WidgetFlame? = nil
  ) {
    self.size = size
    self.day = day
    self.items = items
    self.more = more
    self.message = message
    self.refreshAt = refreshAt
    self.done = done
    self.graph = graph
    self.rings = rings
    self.flame = flame
  }

  /// The number of habits open today, shown or not.
  public var open: Int { items.count + more }

  /// The number of habits that are open or done today.
  public var total: Int { done + open }

  /// Whether a tap opens Today, which it does only if no habit is left to tap.
  public var opensToday: Bool { items.isEmpty }

  /// The progress as `3 of 5`; nil if nothing was to be done.
  public var progress: String? { total > 0 ? "\(done) of \(total)" : nil }

  /// The overflow as `+3 more`; nil if everything fits.
  public var overflow: String? { more > 0 ? "+\(more) more" : nil }
}

/// A habit of today.
public struct WidgetItem: Codable, Sendable, Equatable {
  public let id: HabitID
  public let title: String
  /// The title as a widget shows it, which distinguishes habits with the same title.
  public let label: String
  public let color: HabitColor
  /// The emoji that stands for the habit; nil for none.
  public let icon: String?
  /// Whether the habit is done today; false for all habits that can be tapped.
  public let isDone: Bool
  /// What is measured today; nil for a habit that is only done or not.
  public let amount: MeasuredAmount?
  /// The running streak, if the product's widgets show streaks.
  public let streak: WidgetStreak?

  /// - Parameter label: nil where no other habit has the title.
  public init(
    id: HabitID,
    title: String,
    label: String? = nil,
    color: HabitColor,
    icon: String? = nil,
    isDone: Bool = false,
    amount: MeasuredAmount? = nil,
    streak: WidgetStreak? = nil
  ) {
    self.id = id
    self.title = title
    self.label = label ?? title
    self.color = color
    self.icon = icon
    self.isDone = isDone
    self.amount = amount
    self.streak = streak
  }

  /// The share of today's target that is reached, 0 to 1; 1 for what is done.
  public var share: Double { isDone ? 1 : amount?.share ?? 0 }
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
