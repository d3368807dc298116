import Core

/// What telemetry records: uses of features, crashes and slow answers, each by name and week.
///
/// Values of this type contain names that are fixed in the program and numbers: nothing that the
/// user wrote or chose, and no time finer than a week.
public struct UseCounts: Codable, Sendable, Equatable {
  /// The number of most recent weeks that are kept; older ones are deleted.
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
    UseCounts.add(names.map(\.text), to: &weeks, at: now)
  }

  /// Counts crashes that were found at a time after them.
  public mutating func add(_ crashes: [CrashName], at now: Instant) {
    UseCounts.add(crashes.map(\.text), to: &self.crashes, at: now)
  }

  public mutating func add(_ answers: [SlowAnswer], at now: Instant) {
    UseCounts.add(answers.map(\.text), to: &slow, at: now)
  }

  private static func add(_ names: [String], to weeks: inout Weeks, at now: Instant) {
    guard !names.isEmpty else { return }
    let week = monday(of: now).description
    var counts = weeks[week] ?? [:]
    for name in names {
      guard counts[name] != nil || counts.count < mostNames else { continue }
      counts[name] = min(counts[name, default: 0] + 1, highest)
    }
    weeks[week] = counts
    for old in weeks.keys.sorted().dropLast(mostWeeks) { weeks[old] = nil }
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
