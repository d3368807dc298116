/// The days behind the units of a course.
extension Course {
  /// The days that earn freezes: those that were done on a day on which that counts.
  private func earning(_ index: Int) -> UInt64 {
    let word = self.word(index)
    return legs.reduce(0) { days, leg in
      let mask = Bits.mask(from: leg.first, through: leg.last, inWord: index)
      if case .weekdays = leg.rule { return days | word.counted & mask }
      return days | word.done & mask
    }
  }

  /// The units that milestones count: those done, not the days that a rolling quota only covers.
  func milestones(_ index: Int) -> UInt64 { milestones(word(index), index) }

  func milestones(_ word: Word, _ index: Int) -> UInt64 {
    legs.reduce(0) { units, leg in
      let mask = Bits.mask(from: leg.first, through: leg.last, inWord: index)
      if case .rolling = leg.rule { return units | word.counted & word.done & mask }
      return units | word.counted & mask
    }
  }

  /// Returns the number of days of a run that earn freezes.
  func earningDays(in run: Run) -> Int {
    guard !countsEachDay else { return run.length }
    return Bits.count(from: firstDay(of: run), through: run.last, earning)
  }

  /// Whether each done unit is a day that was itself done.
  private var countsEachDay: Bool {
    legs.allSatisfy {
      switch $0.rule {
      case .weekdays, .interval: true
      case .rolling, .quota: false
      }
    }
  }

  /// Returns the `number`th of the days that ``earningDays(in:)`` counts, starting at 1.
  func earningDay(_ number: Int, in run: Run) -> Int? {
    Bits.place(of: number, from: firstDay(of: run), through: run.last, earning)
  }

  /// Returns the number of units of a run that milestones count.
  func milestoneLength(of run: Run) -> Int {
    guard hasRollingLeg else { return run.length }
    return Bits.count(from: run.first, through: run.last, milestones)
  }

  private var hasRollingLeg: Bool {
    legs.contains { if case .rolling = $0.rule { true } else { false } }
  }

  /// Returns the day of the check with which a run became `length` units long, for milestones.
  func day(reaching length: Int, in run: Run) -> Int? {
    guard length <= run.length else { return nil }
    let place = Bits.place(of: length, from: run.first, through: run.last, milestones)
    return place.map(checkDay)
  }

  /// Returns the day of the check that filled the unit decided on a day.
  func checkDay(ofUnitDecidedOn day: Int) -> Int {
    let leg = leg(on: day)
    guard let period = leg.period(of: day, in: self) else { return day }
    let from = leg.firstDay(ofUnitDecidedOn: day)
    let number = max(1, period.quota)
    return Bits.place(of: number, from: from, through: day) { marks($0).done } ?? day
  }

  /// Returns the first day of the first unit of a run.
  private func firstDay(of run: Run) -> Int {
    leg(on: run.first).firstDay(ofUnitDecidedOn: run.first)
  }

  /// Returns the first and the last done day of a run.
  func bounds(of run: Run) -> ClosedRange<Int> {
    let first = firstDoneDay(ofUnitDecidedOn: run.first)
    let start = leg(on: run.last).firstDay(ofUnitDecidedOn: run.last)
    let last = (start...run.last).last(where: isDone) ?? run.last
    return first...max(first, last)
  }

  /// Returns the first done day of a done unit.
  func firstDoneDay(ofUnitDecidedOn day: Int) -> Int {
    let start = leg(on: day).firstDay(ofUnitDecidedOn: day)
    return (start...day).first(where: isDone) ?? day
  }
}
