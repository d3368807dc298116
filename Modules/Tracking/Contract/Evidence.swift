import Core

/// How the mark of a day was made, according to the mark itself.
///
/// A person's own streaks count all marks alike. What leaves the device says how many of its days
/// were witnessed.
public struct Evidence: Sendable, Equatable {
  /// What a mark is worth as evidence: the first that fits.
  public enum Grade: String, Codable, Sendable, CaseIterable {
    /// Reported by another program.
    case imported
    /// Made on a later day.
    case late
    /// Made on its day, as its sender says, and received later.
    case claimed
    /// Made and received on its day.
    case witnessed
  }

  /// Where the mark was made: minutes east of UTC; nil if that is not known.
  public var offset: Int?
  public var isImported: Bool
  public var isLate: Bool
  public var isClaimed: Bool
  /// Whether the instant is that of an earlier mark, which was restored or got another note.
  public var isKept: Bool

  public init(
    offset: Int? = nil,
    isImported: Bool = false,
    isLate: Bool = false,
    isClaimed: Bool = false,
    isKept: Bool = false
  ) {
    self.offset = offset
    self.isImported = isImported
    self.isLate = isLate
    self.isClaimed = isClaimed
    self.isKept = isKept
  }

  /// The evidence of a mark of `day` that is made by the request of `context`.
  public init(of day: Day, in context: RequestContext) {
    let waited = context.received.milliseconds - context.now.milliseconds
    self.init(
      offset: context.calendar.zone.utcOffset(at: context.now) / 60,
      isLate: day < context.today,
      isClaimed: waited > Evidence.promptness
    )
  }

  /// The evidence of a mark according to its fact.
  ///
  /// - Parameters:
  ///   - isLate: nil if the fact does not say so.
  ///   - wasLate: whether a mark of a version that kept no evidence was made on a later day.
  public init(
    offset: Int?,
    isImported: Bool,
    isLate: Bool?,
    isClaimed: Bool?,
    isKept: Bool,
    wasLate: @autoclosure () -> Bool
  ) {
    self.init(
      offset: offset,
      isImported: isImported,
      isLate: isLate ?? (offset == nil && !isImported && wasLate()),
      isClaimed: isClaimed ?? false,
      isKept: isKept
    )
  }

  public var grade: Grade {
    if isImported { return .imported }
    if isLate { return .late }
    return isClaimed ? .claimed : .witnessed
  }

  public var isWitnessed: Bool { grade == .witnessed }

  /// The longest delivery, in milliseconds, after which a mark still counts as received when made.
  ///
  /// A browser retries when the program is busy.
  private static let promptness: Int64 = 60_000

  /// Whether `instant` is after the end of `day` in every place.
  ///
  /// The day ends last at UTC−12, and 6 hours later for people whose days begin at 06:00.
  public static func isLate(_ instant: Instant, for day: Day) -> Bool {
    instant.milliseconds >= Int64(day.number + 1) * 86_400_000 + 18 * 3_600_000
  }
}
