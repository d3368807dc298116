import Core
import StreaksContract

/// Everything that a picture for others says, and nothing else: no ids, no notes, no reasons, and
/// a title only where its owner asked for it.
public struct ShareCard: Codable, Sendable, Equatable {
  /// What the card is about, in general words.
  public enum Subject: String, Codable, Sendable, CaseIterable {
    case allHabits, habit, sobriety
  }

  public let kind: ShareKind
  public let subject: Subject
  /// The owner's own words for the habit or substance; nil unless they asked for it to be shown.
  public let title: String?
  /// The number that is shown large.
  public let headline: ShareFigure
  /// Those beside it, most telling first.
  public let figures: [ShareFigure]
  /// Nil for a milestone.
  public let grid: ShareGrid?
  /// The day that the card is of: today, or that on which the milestone was reached.
  public let day: Day

  public init(
    kind: ShareKind,
    subject: Subject,
    title: String?,
    headline: ShareFigure,
    figures: [ShareFigure] = [],
    grid: ShareGrid? = nil,
    day: Day
  ) {
    self.kind = kind
    self.subject = subject
    self.title = title
    self.headline = headline
    self.figures = figures
    self.grid = grid
    self.day = day
  }
}

/// A number and what it counts; the words for it are the product's.
public struct ShareFigure: Codable, Sendable, Equatable {
  /// What is counted.
  public enum Meaning: String, Codable, Sendable, CaseIterable {
    /// Done in the days of the grid, over all that are counted.
    case done
    /// Days of the grid on which anything was done.
    case activeDays
    /// The streak as of today, its longest, and the longest living one of all habits.
    case currentStreak, bestStreak, longestLivingStreak
    /// Sober days in a row as of today, the longest run, and all sober days ever.
    case soberRun, longestSoberRun, soberDays
    /// The length of the run that is celebrated, done or sober.
    case milestone, soberMilestone
    /// How many runs reached it.
    case timesReached
  }

  public let meaning: Meaning
  public let count: Int
  /// What `count` counts, where that is a length of time.
  public let unit: StreakUnit?

  public init(_ meaning: Meaning, _ count: Int, _ unit: StreakUnit? = nil) {
    self.meaning = meaning
    self.count = count
    self.unit = unit
  }
}

/// Days without gaps, earliest first.
public struct ShareGrid: Codable, Sendable, Equatable {
  public let days: [ShareDay]
  /// The strength of the strongest color: 4 for the contributions of all habits, 1 for those of one,
  /// 10 for sober days.
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
  /// What a day is shown as.
  public enum Status: String, Codable, Sendable, CaseIterable {
    /// Colored by its strength.
    case done
    /// Nothing was done or said.
    case none
    /// Missed, but a freeze keeps the streak.
    case protected
    /// Said to be not sober; shown calmly.
    case notSober
  }

  public let day: Day
  public let status: Status
  /// 1 to ``ShareGrid/strongest`` for a day that is done, else 0.
  public let strength: Int

  public init(day: Day, status: Status, strength: Int) {
    self.day = day
    self.status = status
    self.strength = strength
  }
}
