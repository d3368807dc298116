/// The units of one habit, from the first through the last: done, missed or neutral.
struct UnitTimeline: Sendable {
  struct Word: Sendable {
    var done: UInt64
    var missed: UInt64
  }

  enum Verdict: Sendable { case done, neutral, missed }

  let days: Days
  let units: Units
  let first: Int
  let last: Int

  init(days: Days, units: Units) {
    self.days = days
    self.units = units
    first = units.unit(of: days.first)
    last = units.unit(of: days.through)
  }

  /// Returns 64 units; those before the first and after the last are neither done nor missed.
  func word(_ index: Int) -> Word {
    switch units {
    case .days:
      let word = days.word(index)
      let mask = Bits.mask(from: first, through: last, inWord: index)
      return Word(done: word.counted & mask, missed: word.missed & mask)
    case .weeks(_, let quota), .months(let quota):
      return quotaWord(index, quota)
    }
  }

  private func quotaWord(_ index: Int, _ quota: Int) -> Word {
    var word = Word(done: 0, missed: 0)
    let start = index << 6
    let lowest = max(first, start)
    let highest = min(last, start + Bits.width - 1)
    guard lowest <= highest else { return word }
    var from = units.firstDay(of: lowest)
    for unit in lowest...highest {
      let next = units.firstDay(of: unit + 1)
      switch verdict(from: from, through: next - 1, quota) {
      case .done: word.done |= 1 << UInt64(unit - start)
      case .missed: word.missed |= 1 << UInt64(unit - start)
      case .neutral: break
      }
      from = next
    }
    return word
  }

  /// Returns done for a reached quota, neutral if too few days were left to reach it, else missed.
  private func verdict(from firstDay: Int, through lastDay: Int, _ quota: Int) -> Verdict {
    let from = max(firstDay, days.first)
    let counts = days.count(from: from, through: lastDay)
    if counts.done >= quota { return .done }
    return lastDay - from + 1 - counts.rested < quota ? .neutral : .missed
  }

  func verdict(of unit: Int) -> Verdict {
    guard first <= unit, unit <= last else { return .neutral }
    switch units {
    case .days:
      let bit: UInt64 = 1 << UInt64(unit & 63)
      let word = days.word(unit >> 6)
      if word.counted & bit != 0 { return .done }
      return word.missed & bit != 0 ? .missed : .neutral
    case .weeks(_, let quota), .months(let quota):
      return verdict(
        from: units.firstDay(of: unit),
        through: units.lastDay(of: unit),
        quota
      )
    }
  }
}
