import Core
import StreaksContract

/// The content of a picture for others.
///
/// It contains no IDs, no notes and no reasons, and a title only if the owner requested it.
public struct ShareCard: Codable, Sendable, Equatable {
  /// The subject of the card, in general words.
  public enum Subject: String, Codable, Sendable, CaseIterable {
    case allHabits, habit, sobriety
  }

  public let kind: ShareKind
  public let subject: Subject
  /// The owner's name for the habit or substance; nil unless they chose to show it.
  public let title: String?
  /// The number shown in large digits.
  public let headline: ShareFigure
  /// The other numbers, most significant first.
  public let figures: [ShareFigure]
  /// The calendar; nil for a milestone.
  public let grid: ShareGrid?
  /// The date of the card: today, or the day on which the milestone was reached.
  public let day: Day
  /// The done days that the card counts.
  public let recorded: RecordedDays

  public init(
    kind: ShareKind,
    subject: Subject,
    title: String?,
    headline: ShareFigure,
    figures: [ShareFigure] = [],
    grid: ShareGrid? = nil,
    day: Day,
    recorded: RecordedDays = RecordedDays()
  ) {
    self.kind = kind
    self.subject = subject
    self.title = title
    self.headline = headline
    self.figures = figures
    self.grid = grid
    self.day = day
    self.recorded = recorded
  }
}

/// A number and what it counts; the product supplies the words.
public struct ShareFigure: Codable, Sendable, Equatable {
  /// What is counted.
  public enum Meaning: String, Codable, Sendable, CaseIterable {
    /// Completions on the days of the grid, over all habits shown.
    case done
    /// Days of the grid on which anything was done.
    case activeDays
    /// The streak as of today, its best, and the longest current one of all habits.
    case currentStreak, bestStreak, longestLivingStreak
    /// Sober days in a row as of today, the longest run, and all sober days ever.
    case soberRun, longestSoberRun, soberDays
    /// The length of the celebrated run, done or sober.
    case milestone, soberMilestone
    /// The number of runs that reached it.
    case timesReached
  }

  public let meaning: Meaning
  public let count: Int
  /// The unit of `count`, if it is a length of time.
  public let unit: StreakUnit?

  public init(_ meaning: Meaning, _ count: Int, _ unit: StreakUnit? = nil) {
    self.meaning = meaning
    self.count = count
    self.unit = unit
  }
}

/// Consecutive days, earliest first.
public struct ShareGrid: Codable, Sendable, Equatable {
  public let days: [ShareDay]
  /// The strength of the darkest color.
  ///
  /// It is 4 for the contributions of all habits, 1 for those of one habit, and 10 for sober days.
  public let strongest: Int
  public let weekStart: Weekday

  public init(days: [ShareDay], strongest: Int, weekStart: Weekday) {
    self.days = days
    self.strongest = strongest
    self.weekStart = weekStart
  }
}

/// One day of a grid.
public struct ShareDay: Codable, Sendable, Equatable {
  /// How a day is shown.
  public enum Status: String, Codable, Sendable, CaseIterable {
    /// Colored by its strength.
    case done
    /// Nothing was done or marked.
    case none
    /// Missed, but the streak is protected by a freeze.
    case protected
    /// Marked as not sober, shown without emphasis.
    case notSober
  }

  public let day: Day
  public let status: Status
  /// 1 to ``ShareGrid/strongest`` for a done day, otherwise 0.
  public let strength: Int

  public init(day: Day, status: Status, strength: Int) {
    self.day = day
    self.status = status
    self.strength = strength
  }
}
