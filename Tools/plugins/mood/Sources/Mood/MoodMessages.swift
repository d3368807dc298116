import TrellisSDK

/// The mood of a day was set, or taken back.
public struct MoodNoted: Fact {
  public static let name = "mood.noted"

  public let day: Day
  /// Nil takes it back.
  public let mood: Mood?
  public let note: String

  public init(day: Day, mood: Mood?, note: String = "") {
    self.day = day
    self.mood = mood
    self.note = note
  }

  public var entity: EntityID? { nil }
  public var latestDay: Day? { day }
}

/// The mood of a day has changed.
public struct MoodChanged: Change {
  public static let name = "mood.changed"

  public let day: Day

  public init(day: Day) { self.day = day }
}

/// The moods of a range of days, with each day of it.
public struct MoodsOfDays: Query {
  public typealias Reply = [DayMood]
  public static let name = "mood.days"
  public static let summary = "How each day of a range felt."

  public let from: Day
  public let to: Day

  public init(from: Day, to: Day) {
    self.from = from
    self.to = to
  }
}

/// How moods differ by habit, the greatest difference first.
///
/// Only habits with at least ``MoodsByHabit/fewestDays`` days with a mood on which they were done,
/// and as many on which they were not, are included: fewer days do not say enough. The difference
/// does not prove that one causes the other.
public struct MoodsByHabit: Query {
  public typealias Reply = [MoodOfHabit]
  public static let name = "mood.by-habit"
  public static let summary = "How days felt with a habit done, and without."

  public static let fewestDays = 5

  public init() {}
}

/// Says how a day felt, or takes it back.
///
/// Rejected with `mood-in-future` and `mood-note-too-long`.
public struct NoteMood: Command {
  public typealias Reply = DayMood
  public static let name = "mood.note"
  public static let summary = "Says how a day felt."

  /// The day; nil means today.
  public let day: Day?
  /// Nil takes back what was said.
  public let mood: Mood?
  public let note: String?

  public init(day: Day? = nil, mood: Mood?, note: String? = nil) {
    self.day = day
    self.mood = mood
    self.note = note
  }
}
