import Core

/// Marks that together look unlike everyday use.
///
/// A pattern proves nothing: people travel, go back to a paper diary, and clocks go wrong. It is
/// shown only to the person, and takes nothing away.
public struct MarkingPattern: Codable, Sendable, Equatable {
  /// The way in which marks are unlike everyday use.
  public enum Kind: String, Codable, Sendable, CaseIterable {
    /// The offset from UTC moved faster than a person can, or there and back within a day.
    case zoneHop
    /// Marks were made one after the other, each before an earlier mark according to its clock.
    case clockSetBack
    /// More skips in seven days than the product allows, or seven where it allows any number.
    case skips
    /// Many days were marked at once, later.
    case lateAtOnce
    /// Days come from another program.
    case imported
    /// More days were shortened by travel within four weeks than journeys explain.
    case journeys
    /// A rhythm, target or place in the archive was changed for days that were over.
    case rulesOfPast
    /// A vacation was planned for days that were over, or several on the same day.
    case lateVacations
  }

  public let kind: Kind
  /// The habit's title, for a hop that of the second mark; nil if it is not about a single habit.
  public let title: String?
  /// The title of the habit of the mark before a hop, if it is another one.
  public let before: String?
  /// The first and the last day that were marked.
  public let from: Day
  public let to: Day
  /// How many days were marked; how many marks a wrong clock made.
  public let count: Int
  /// When it happened; nil for a pattern without a time of its own.
  public let at: Instant?
  /// The offsets before and after a hop, in minutes east of UTC.
  public let offsets: [Int]?
  /// How long it took, or the most by which a clock was behind, in seconds.
  public let seconds: Int64?

  public init(
    _ kind: Kind,
    title: String? = nil,
    before: String? = nil,
    from: Day,
    to: Day,
    count: Int,
    at: Instant? = nil,
    offsets: [Int]? = nil,
    seconds: Int64? = nil
  ) {
    self.kind = kind
    self.title = title
    self.before = before
    self.from = from
    self.to = to
    self.count = count
    self.at = at
    self.offsets = offsets
    self.seconds = seconds
  }
}

/// One mark, as ``MarkingPatterns`` reads it.
public struct EvidentMark: Sendable {
  public let title: String
  public let day: Day
  public let at: Instant?
  /// The physical time of the fact's timestamp.
  public let stamped: Instant
  public let isSkip: Bool
  public let evidence: Evidence

  public init(
    title: String,
    day: Day,
    at: Instant?,
    stamped: Instant,
    isSkip: Bool = false,
    evidence: Evidence
  ) {
    self.title = title
    self.day = day
    self.at = at
    self.stamped = stamped
    self.isSkip = isSkip
    self.evidence = evidence
  }
}
