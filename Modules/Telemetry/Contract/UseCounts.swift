import Core

/// How often each feature was used in each week: all that telemetry ever knows.
///
/// Values of this type hold names that are fixed in the program and numbers, nothing a person
/// wrote or chose, and no time finer than a week.
public struct UseCounts: Codable, Sendable, Equatable {
  /// The Mondays of the most recent weeks that are kept; older ones are let go.
  public static let mostWeeks = 8
  /// Names beyond these are not counted.
  public static let mostNames = 120
  /// Counting stops there.
  public static let highest = 1_000_000

  /// By the Monday of the week (ISO 8601, UTC), then by name.
  public private(set) var weeks: [String: [String: Int]]

  public init() { weeks = [:] }

  public var isEmpty: Bool { weeks.isEmpty }

  /// Counts one use of each name.
  ///
  /// - Parameter now: only its week is kept.
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
/// Made from a type alone, so that no value can ever be counted.
public struct FeatureName: Sendable, Hashable {
  public let text: String

  /// The name of a kind of event; nil for kinds that may not be counted.
  public init?<E: Event>(of event: E.Type) {
    guard E.privacy == .countable else { return nil }
    text = E.name
  }

  /// What the kernel says was used: a request's fixed name.
  ///
  /// Nil for telemetry's own.
  public init?(_ use: FeatureUsed) {
    guard !use.feature.hasPrefix("telemetry.") else { return nil }
    text = use.feature
  }
}
