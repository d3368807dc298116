import Core
import TrackingContract

/// A person's one stock of freezes, over all habits.
public struct FreezeStock: Codable, Sendable, Equatable {
  /// One for each 30 done days within one run; follows the history, also downwards.
  public let earned: Int
  /// Days that are protected.
  public let used: Int
  public let available: Int

  public init(earned: Int, used: Int) {
    self.earned = earned
    self.used = used
    available = max(0, earned - used)
  }
}

/// A freeze that was given back, because other devices had spent the stock before it.
public struct ReturnedFreeze: Codable, Sendable, Equatable {
  public let habit: HabitID
  public let title: String
  /// The day that it would have protected.
  public let day: Day

  public init(habit: HabitID, title: String, day: Day) {
    self.habit = habit
    self.title = title
    self.day = day
  }
}

/// A missed day that a freeze could protect.
public struct FreezeOffer: Codable, Sendable, Equatable {
  /// What would protect the day.
  public enum Kind: String, Codable, Sendable, CaseIterable {
    case freeze
  }

  public let kind: Kind
  public let habit: HabitID
  public let day: Day

  public init(kind: Kind = .freeze, habit: HabitID, day: Day) {
    self.kind = kind
    self.habit = habit
    self.day = day
  }
}

/// A day is protected.
public struct FreezeUse: Codable, Sendable, Equatable {
  public let habit: HabitID
  public let day: Day
  /// Freezes that are left.
  public let available: Int

  public init(habit: HabitID, day: Day, available: Int) {
    self.habit = habit
    self.day = day
    self.available = available
  }
}
