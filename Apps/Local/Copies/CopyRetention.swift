import Core

/// Which of a home's copies are kept.
enum CopyRetention {
  /// The number of newest copies that are kept.
  static let daily = 7
  /// The number of weeks before those from which one copy each is kept.
  static let weekly = 4

  /// The days whose copies are kept on a day, all later ones included.
  ///
  /// Those are from a clock that was wrong. If they counted as the newest, the copy of each day would
  /// be removed as soon as it is made, until their days have passed.
  static func kept(of days: some Sequence<Day>, on today: Day) -> Set<Day> {
    let all = Set(days)
    return kept(of: all.filter { $0 <= today }).union(all.filter { $0 > today })
  }

  /// The days whose copies are kept: the newest, and the oldest of each week before them.
  ///
  /// Copies are counted and do not expire: a person who comes back after a year finds what was
  /// there.
  static func kept(of days: some Sequence<Day>) -> Set<Day> {
    let newestFirst = days.sorted(by: >)
    var kept = Set(newestFirst.prefix(daily))
    let weeks = Dictionary(grouping: newestFirst.dropFirst(daily)) { $0.startOfWeek(from: .monday) }
    for week in weeks.keys.sorted(by: >).prefix(weekly) {
      if let oldest = weeks[week]?.min() { kept.insert(oldest) }
    }
    return kept
  }
}
