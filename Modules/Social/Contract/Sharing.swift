import Core
import StreaksContract
import TrackingContract

/// What friends see of a habit, which its owner decides for each one.
public enum HabitSharing: String, Codable, Sendable, CaseIterable {
  /// Nothing, unless the owner says otherwise.
  case none
  /// The current streak.
  case streak
}

/// The owner has decided what friends see of a habit.
///
/// The latest decision counts, on every device.
public struct SharingSet: Fact {
  public static let name = "social.sharing-set"

  public let habit: HabitID
  public let sharing: HabitSharing
  /// Whether friends see the habit's name.
  public let showsTitle: Bool

  public init(habit: HabitID, sharing: HabitSharing, showsTitle: Bool) {
    self.habit = habit
    self.sharing = sharing
    self.showsTitle = showsTitle
  }

  public var entity: EntityID? { habit.entity }
}

/// Decides what friends see of a habit.
///
/// Rejected with `unknown-habit` for a habit without a streak.
public struct SetSharing: Command {
  public typealias Reply = SharedHabits
  public static let name = "social.set-sharing"
  public static let summary = "Decides what friends see of a habit: nothing, or its streak."

  public let habit: HabitID
  public let sharing: HabitSharing
  public let showsTitle: Bool

  public init(habit: HabitID, sharing: HabitSharing, showsTitle: Bool = false) {
    self.habit = habit
    self.sharing = sharing
    self.showsTitle = showsTitle
  }
}

/// A query for the habits that are shared with friends, for their owner.
public struct AllShared: Query {
  public typealias Reply = SharedHabits
  public static let name = "social.all-shared"
  public static let summary = "The habits whose streaks friends see."

  public init() {}
}

/// The habits that are shared with friends, in display order.
public struct SharedHabits: Codable, Sendable, Equatable {
  public let items: [SharedHabit]

  public init(items: [SharedHabit]) { self.items = items }
}

/// A habit whose current streak is shared with friends.
public struct SharedHabit: Codable, Sendable, Equatable {
  public let habit: HabitID
  /// Whether friends see ``title``.
  public let showsTitle: Bool
  public let title: String

  public init(habit: HabitID, title: String, showsTitle: Bool) {
    self.habit = habit
    self.title = title
    self.showsTitle = showsTitle
  }
}

/// What friends see of shared habits, which is all that ever leaves the space this way.
public struct SharedStreaks: Query {
  public typealias Reply = [SharedStreak]
  public static let name = "social.shared-streaks"
  public static let summary = "The current streaks of shared habits, as friends see them."

  public init() {}
}

/// A current streak for friends: no id, and a title only if the owner shows it.
public struct SharedStreak: Codable, Sendable, Equatable {
  /// In `unit`; 0 if nothing is going on.
  public let current: Int
  public let title: String?
  public let unit: StreakUnit

  public init(title: String?, current: Int, unit: StreakUnit) {
    self.title = title
    self.current = current
    self.unit = unit
  }
}
