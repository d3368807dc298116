import Core
import TrackingContract

/// A user's single stock of freezes, shared by all habits.
public struct FreezeStock: Codable, Sendable, Equatable {
  /// The number of done days within one run that earn a freeze.
  public static let daysEach = 30

  /// The number earned, one for each 30 done days within a run.
  ///
  /// It follows the history and can therefore decrease.
  public let earned: Int
  /// The number of protected days.
  public let used: Int
  public let available: Int

  public init(earned: Int, used: Int) {
    self.earned = earned
    self.used = used
    available = max(0, earned - used)
  }

  /// The freezes left, in words: "1 freeze".
  public var words: String { available.counted("freeze") }
}

/// A freeze that was given back, because other devices had spent the stock first.
public struct ReturnedFreeze: Codable, Sendable, Equatable {
  public let habit: HabitID
  public let title: String
  /// The day that the freeze would have protected.
  public let day: Day

  public init(habit: HabitID, title: String, day: Day) {
    self.habit = habit
    self.title = title
    self.day = day
  }
}

/// A missed day that a freeze could protect.
public struct FreezeOffer: Codable, Sendable, Equatable {
  /// The means of protecting the day.
  public enum Kind: String, Codable, Sendable, CaseIterable {
    case freeze
  }

  public let kind: Kind
  public let habit: HabitID
  public let day: Day
  /// Whether doing the habit today keeps the run as well.
  ///
  /// Days that a rolling quota leaves uncovered can still be covered afterwards.
  public let closesToday: Bool

  public init(kind: Kind = .freeze, habit: HabitID, day: Day, closesToday: Bool = false) {
    self.kind = kind
    self.habit = habit
    self.day = day
    self.closesToday = closesToday
  }
}

/// The result of using a freeze.
public struct FreezeUse: Codable, Sendable, Equatable {
  public let habit: HabitID
  public let day: Day
  /// The number of freezes left.
  public let available: Int

  public init(habit: HabitID, day: Day, available: Int) {
    self.habit = habit
    self.day = day
    self.available = available
  }
}
