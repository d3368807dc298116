import Core
import SobrietyContract
import TrackingContract

/// Handles queries.
enum SobrietyQueries {
  static func one(
    _ state: SobrietyState,
    _ query: SobrietyOf,
    _ context: RequestContext
  ) throws -> Sobriety {
    state.sobriety(of: try state.standing(query.substance), context)
  }

  static func days(
    _ state: SobrietyState,
    _ query: SoberDays,
    _ context: RequestContext
  ) throws -> [SoberDay] {
    let range = try DayRange.checked(query.from, query.to)
    let record = state.record(of: try state.standing(query.substance))
    let runs = SoberRuns(record.soberDays)
    return range.map { record.day($0, runs) }
  }

  static func patterns(
    _ state: SobrietyState,
    _ query: PatternsOfSoberMarks,
    _ context: RequestContext
  ) -> [MarkingPattern] {
    MarkingPatterns(state.substances.map { state.record(of: $0).evidentMarks }).all
  }
}

extension SobrietyState {
  /// Returns the record of a substance; an empty one if nothing is recorded yet.
  func record(of substance: Substance) -> SubstanceRecord {
    records[substance.id] ?? SubstanceRecord(id: substance.id)
  }

  func sobriety(of substance: Substance, _ context: RequestContext) -> Sobriety {
    let record = record(of: substance)
    let runs = SoberRuns(record.soberDays)
    let today = context.today
    let mark = record.mark(on: today.number)
    let current = runs.current(on: today.number, status: mark.status)
    let savings = record.savings(soberDays: runs.total)
    return Sobriety(
      substance: substance,
      day: today,
      status: mark.status,
      drinks: mark.drinks,
      current: current,
      longest: runs.longest,
      soberDays: runs.total,
      timer: SoberTimer(since: record.beginning(of: runs, context), now: context.now),
      figures: record.figures,
      savedMinor: savings.money,
      savedCalories: savings.calories,
      milestones: runs.milestones,
      nextMilestone: SoberMilestones.next(after: current),
      why: record.why
    )
  }
}

extension SubstanceRecord {
  func day(_ day: Int, _ runs: SoberRuns) -> SoberDay {
    let mark = mark(on: day)
    return SoberDay(
      day: Day(number: day),
      status: mark.status,
      shade: runs.shade(day),
      drinks: mark.drinks
    )
  }

  /// Returns the start of the run that includes today; nil if no run does.
  ///
  /// The day of a reported last use is part of the run until it is marked.
  fileprivate func beginning(of runs: SoberRuns, _ context: RequestContext) -> Instant? {
    let today = context.today.number
    guard let first = runs.run(holding: today)?.lowerBound else {
      guard mark(on: today).status == .unmarked else { return nil }
      return toldRun(from: today + 1)?.since
    }
    if let told = toldRun(from: first) { return told.since }
    let mark = mark(on: first)
    return isTold(first, mark) ? context.calendar.start(of: Day(number: first)) : mark.since
  }

  fileprivate func savings(soberDays: Int) -> (money: Int64?, calories: Int64?) {
    let figures = figures
    guard figures.drinksPerWeek.thousandths > 0 else { return (nil, nil) }
    func total(_ each: Int64) -> Int64 {
      Savings.total(days: soberDays, drinksPerWeek: figures.drinksPerWeek, each: each)
    }
    let price = figures.price.map(\.minor) ?? 0
    return (
      money: price > 0 ? total(price) : nil,
      calories: figures.calories > 0 ? total(Int64(figures.calories)) : nil
    )
  }
}
