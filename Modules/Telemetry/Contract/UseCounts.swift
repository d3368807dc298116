import Core

/// The number of uses of each feature per week, which is all that telemetry records.
///
/// Values of this type contain names that are fixed in the program and numbers: nothing that the
/// user wrote or chose, and no time finer than a week.
public struct UseCounts: Codable, Sendable, Equatable {
  /// The number of most recent weeks that are kept; older ones are deleted.
  public static let mostWeeks = 8
  /// The maximum number of names; further names are not counted.
  public static let mostNames = 120
  /// The maximum of a count.
  public static let highest = 1_000_000

  /// The counts by the Monday of the week (ISO 8601, UTC), then by name.
  public private(set) var weeks: [String: [String: Int]]

  public init() { weeks = [:] }

  public var isEmpty: Bool { weeks.isEmpty }

  /// Counts one use of each name.
  ///
  /// - Parameter now: The time of use, of which only the week is stored.
  public mutating func add(_ names: [FeatureName], at now: Instant) {
    guard !names.isEmpty else { return }
    let week = UseCounts.monday(of: now).description
    var counts = weeks[week] ?? [:]
    for name in names {
      guard counts[name.text] != nil || counts.count < UseCounts.mostNames else { continue }
      counts[name.text] = min(counts[name.text, default: 0] + 1, UseCounts.highest)
    }
    weeks[week] = counts
    for old in weeks.keys.sorted().dropLast(UseCounts.mostWeeks) { weeks[old] = nil }
  }

  private static func monday(of instant: Instant) -> Day {
    LocalCalendar(zone: .utc).startOfWeek(LocalCalendar(zone: .utc).day(at: instant))
  }
}

/// The name of a feature.
///
/// It is derived from a type alone, so that no value can ever be counted.
public struct FeatureName: Sendable, Hashable {
  public let text: String

  /// Creates the name of a kind of event; nil for kinds that must not be counted.
  public init?<E: Event>(of event: E.Type) {
    guard E.privacy == .countable else { return nil }
    text = E.name
  }

  /// Creates the name of a used feature, which is a request's fixed name.
  ///
  /// Nil for telemetry's own requests.
  public init?(_ use: FeatureUsed) {
    guard !use.feature.hasPrefix("telemetry.") else { return nil }
    text = use.feature
  }
}
