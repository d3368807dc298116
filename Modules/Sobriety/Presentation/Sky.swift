import SobrietyContract

/// How far the sky above a run has cleared: a step for each milestone of the first year.
struct Sky {
  /// The first step with a sun instead of moon and stars.
  static let firstDay = 6

  /// 0 to 9.
  let clearness: Int

  init(_ sobriety: Sobriety) {
    clearness = SoberMilestones.firstYear.count { $0 <= sobriety.current }
  }

  var isDay: Bool { clearness >= Sky.firstDay }
}
