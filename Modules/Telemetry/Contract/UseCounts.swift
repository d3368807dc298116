import Core

/// What telemetry records: uses of features, crashes and slow answers, each by name and week.
///
/// Values of this type contain names that are fixed in the program and numbers: nothing that the
/// user wrote or chose, and no time finer than a week.
public struct UseCounts: Codable, Sendable, Equatable {
  /// The number of weeks that are kept, up to the present one; others are deleted.
  public static let mostWeeks = 8
  /// The maximum number of names of a kind; further names are not counted.
  public static let mostNames = 120
  /// The maximum of a count.
  public static let highest = 1_000_000

  /// Counts by the Monday of the week (ISO 8601, UTC), then by name.
  public typealias Weeks = [String: [String: Int]]

  /// Crashes, by ``CrashName/text``.
  public private(set) var crashes: Weeks = [:]
  /// Slow answers, by ``SlowAnswer/text``.
  public private(set) var slow: Weeks = [:]
  /// Uses of features, by ``FeatureName/text``.
  public private(set) var weeks: Weeks = [:]

  public init() {}

  public var isEmpty: Bool { weeks.isEmpty && crashes.isEmpty && slow.isEmpty }

  private enum CodingKeys: String, CodingKey { case crashes, slow, weeks }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    // Earlier versions counted uses alone.
    crashes = try members.decodeIfPresent(Weeks.self, forKey: .crashes) ?? [:]
    slow = try members.decodeIfPresent(Weeks.self, forKey: .slow) ?? [:]
    weeks = try members.decode(Weeks.self, forKey: .weeks)
  }

  // MARK: Counting

  /// Counts one use of each name.
  ///
  /// - Parameter now: The time of use, of which only the week is stored.
  public mutating func add(_ names: [FeatureName], at now: Instant) {
    add(names.map(\.text), to: \.weeks, at: now)
  }

  /// Counts crashes that were found at a time after them.
  public mutating func add(_ crashes: [CrashName], at now: Instant) {
    add(crashes.map(\.text), to: \.crashes, at: now)
  }

  public mutating func add(_ answers: [SlowAnswer], at now: Instant) {
    add(answers.map(\.text), to: \.slow, at: now)
  }

  private mutating func add(
    _ names: [String],
    to kind: WritableKeyPath<UseCounts, Weeks>,
    at now: Instant
  ) {
    let present = UseCounts.monday(of: now)
    keepRecentWeeks(through: present)
    guard !names.isEmpty else { return }
    var counts = self[keyPath: kind][present.description] ?? [:]
    for name in names {
      guard counts[name] != nil || counts.count < UseCounts.mostNames else { continue }
      counts[name] = min(counts[name, default: 0] + 1, UseCounts.highest)
    }
    self[keyPath: kind][present.description] = counts
  }

  /// Deletes the weeks that no receiver takes: old ones, and those of a clock that was ahead.
  ///
  /// With one of them, a receiver refuses all others too.
  private mutating func keepRecentWeeks(through present: Day) {
    let recent = Set((0..<UseCounts.mostWeeks).map { present.advanced(by: -7 * $0).description })
    let kinds: [WritableKeyPath<UseCounts, Weeks>] = [\.weeks, \.crashes, \.slow]
    for kind in kinds {
      for week in self[keyPath: kind].keys where !recent.contains(week) {
        self[keyPath: kind][week] = nil
      }
    }
  }

  /// The first day of the week of an instant, in UTC.
  public static func monday(of instant: Instant) -> Day {
    LocalCalendar(zone: .utc).startOfWeek(LocalCalendar(zone: .utc).day(at: instant))
  }

  // MARK: Sending

  /// Removes what was sent; what was counted since stays.
  public mutating func subtract(_ sent: UseCounts) {
    UseCounts.subtract(sent.weeks, from: &weeks)
    UseCounts.subtract(sent.crashes, from: &crashes)
    UseCounts.subtract(sent.slow, from: &slow)
  }

  private static func subtract(_ sent: Weeks, from weeks: inout Weeks) {
    for (week, counts) in sent {
      for (name, count) in counts {
        let rest = (weeks[week]?[name] ?? 0) - count
        weeks[week]?[name] = rest > 0 ? rest : nil
      }
      if weeks[week]?.isEmpty ?? false { weeks[week] = nil }
    }
  }

  /// Sets a count that was received.
  mutating func set(_ metric: CountedMetric, _ week: String, _ name: String, to count: Int) {
    switch metric {
    case .uses: weeks[week, default: [:]][name] = count
    case .crashes: crashes[week, default: [:]][name] = count
    case .slow: slow[week, default: [:]][name] = count
    }
  }

  /// The counts of a kind.
  func counts(of metric: CountedMetric) -> Weeks {
    switch metric {
    case .uses: weeks
    case .crashes: crashes
    case .slow: slow
    }
  }
}
