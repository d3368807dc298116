import TrackingContract
import TrellisSDK

/// How a day felt, in five steps.
public enum Mood: Int, Codable, Sendable, CaseIterable {
  case awful = 1
  case low, fair, good, great

  /// `awful`, as typed.
  public var name: String { String(describing: self) }

  /// `Awful`, as shown.
  public var title: String { name.prefix(1).uppercased() + name.dropFirst() }

  init?(named name: String) {
    guard let mood = Mood.allCases.first(where: { $0.name == name.lowercased() }) else {
      return nil
    }
    self = mood
  }
}

/// What was said about a day.
public struct DayMood: Codable, Sendable, Equatable {
  public let day: Day
  /// Nil if nothing was said.
  public let mood: Mood?
  /// A few words; empty for none.
  public let note: String

  public init(day: Day, mood: Mood?, note: String = "") {
    self.day = day
    self.mood = mood
    self.note = note
  }
}

/// How days felt on which a habit was done, and on which it was not.
public struct MoodOfHabit: Codable, Sendable, Equatable {
  public let habit: HabitID
  /// The days with a mood on which it was done, and their average mood from 1 to 5.
  public let doneDays: Int
  public let doneMood: Double
  /// The same of the other days with a mood.
  public let otherDays: Int
  public let otherMood: Double

  /// How much better the days on which it was done felt.
  public var difference: Double { doneMood - otherMood }
}
