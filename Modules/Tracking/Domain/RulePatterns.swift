import Core
import TrackingContract

/// Patterns in the rules that decide what is asked of a person, beside their marks.
extension TrackingState {
  var patternsOfRules: [MarkingPattern] {
    journeys + vacationsOfPast
      + habits.values.filter(\.isLive).sorted { $0.id < $1.id }.flatMap(\.rulesOfPast)
  }

  /// The number of days in which two journeys east are nothing unusual.
  private static let month = 28
  private static let mostJourneys = 3

  /// Four weeks in which travel shortened more days than usual; each day is listed once.
  private var journeys: [MarkingPattern] {
    var patterns: [MarkingPattern] = []
    var days = travelledDays[...]
    while let first = days.first {
      let near = days.prefix { first.distance(to: $0) < TrackingState.month }
      guard near.count > TrackingState.mostJourneys, let last = near.last else {
        days = days.dropFirst()
        continue
      }
      patterns.append(MarkingPattern(.journeys, from: first, to: last, count: near.count))
      days = days.dropFirst(near.count)
    }
    return patterns
  }

  /// Vacations that were planned when some of their days were over, wherever the person was.
  private var vacationsOfPast: [MarkingPattern] {
    plannedVacations.filter { $0.vacation.from < $0.stamp.clock.instant.earliestDay }
      .sorted { $0.stamp < $1.stamp }
      .map { vacation, stamp in
        MarkingPattern(
          .lateVacations,
          from: vacation.from,
          to: vacation.to,
          count: vacation.from.distance(to: vacation.to) + 1,
          at: stamp.clock.instant
        )
      }
  }
}

extension HabitRecord {
  /// Changes of the rhythm, the target or the archive for days that were over.
  fileprivate var rulesOfPast: [MarkingPattern] {
    datedChanges.compactMap { from, stamp in
      let changed = stamp.clock.instant.earliestDay
      guard from < changed, stamp != created else { return nil }
      return MarkingPattern(
        .rulesOfPast,
        title: title,
        from: from,
        to: changed.advanced(by: -1),
        count: from.distance(to: changed),
        at: stamp.clock.instant
      )
    }
  }
}

extension Instant {
  /// The earliest day that an instant can be on: that of UTC−12.
  fileprivate var earliestDay: Day { Day(at: self, minutesEast: -720) }
}
