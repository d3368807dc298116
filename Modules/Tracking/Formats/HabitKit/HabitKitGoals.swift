import Core
import TrackingContract

/// What a habit of HabitKit asks for, which may have changed.
struct HabitKitGoals {
  private struct Interval {
    let start: Instant
    /// Nil for the goal of today.
    let end: Instant?
    let perDay: Double
    let schedule: Schedule
  }

  /// By their beginnings.
  private let intervals: [Interval]

  init(_ intervals: [HabitKitDocument.Interval]) {
    let read = intervals.map { interval in
      Interval(
        start: interval.startDate.flatMap(Instant.init(rfc3339:)) ?? Instant(milliseconds: .min),
        end: interval.endDate.flatMap(Instant.init(rfc3339:)),
        perDay: max(1, interval.requiredNumberOfCompletionsPerDay ?? 1),
        schedule: HabitKitGoals.schedule(interval)
      )
    }
    self.intervals = read.sorted { $0.start < $1.start }
  }

  private var current: Interval? { intervals.last { $0.end == nil } ?? intervals.last }

  /// The rhythm of today.
  var schedule: Schedule { current?.schedule ?? .daily }

  /// Whether the number of completions for a day was not always the same.
  var didChange: Bool { Set(intervals.map(\.perDay)).count > 1 }

  /// How often the habit is to be completed on each day; nil for once, and if that changed.
  var target: Target? {
    guard !didChange, let perDay = current?.perDay, perDay > 1 else { return nil }
    return Amount(foreign: perDay).map { Target(amount: $0, unit: "") }
  }

  /// How often it was to be completed on the day of that moment.
  func perDay(at moment: Instant?) -> Double {
    let held = moment.flatMap { moment in
      intervals.last { $0.start <= moment && ($0.end.map { moment < $0 } ?? true) }
    }
    return (held ?? current)?.perDay ?? 1
  }

  private static func schedule(_ interval: HabitKitDocument.Interval) -> Schedule {
    let times = Int(max(1, min(31, interval.requiredNumberOfCompletions ?? 1)))
    return switch interval.type {
    case "week": times >= 7 ? .daily : .times(times, per: .week)
    case "month": .times(times, per: .month)
    default: .daily
    }
  }
}
