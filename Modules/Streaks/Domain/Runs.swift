/// Done units without a missed one between them; neutral units neither break nor extend a run.
struct Run: Sendable, Equatable {
  /// The day that decided the first done unit.
  var first = 0
  /// The day that decided the last done unit.
  var last = 0
  /// The number of done units.
  var length = 0
  /// The section of the course to which the run belongs.
  let section: Int

  init(section: Int = 0) { self.section = section }

  /// Adds the done units of a word, which must be later than all earlier ones.
  mutating func extend(_ done: UInt64, inWord index: Int) {
    guard done != 0 else { return }
    if length == 0 { first = index << 6 + done.trailingZeroBitCount }
    last = index << 6 + 63 - done.leadingZeroBitCount
    length += done.nonzeroBitCount
  }
}

/// All runs of a habit up to today; lengths are those of runs in the unit of today.
struct Runs: Sendable {
  /// The current run; nil if there is none.
  private(set) var current: Run?
  private(set) var best = 0
  private(set) var count = 0
  /// The number of done units in all runs.
  private(set) var total = 0
  /// The number of freezes earned: one for each 30 done days in a run of any unit.
  private(set) var freezes = 0

  /// The mean length of the runs; 0 without a run.
  var average: Double { count == 0 ? 0 : Double(total) / Double(count) }

  init(_ ledger: Verdicts) {
    let sections = ledger.course.sections
    let unit = sections[sections.count - 1].unit
    Runs.forEach(in: ledger) { run, isCurrent in
      freezes += Freezes.earned(doneDays: ledger.course.earningDays(in: run))
      guard sections[run.section].unit == unit else { return }
      count += 1
      total += run.length
      best = max(best, run.length)
      if isCurrent { current = run }
    }
  }

  /// Calls `body` with each run, earliest first, and with whether it is the current run.
  ///
  /// A change of the unit ends a run without a miss.
  @inline(__always)
  static func forEach(in ledger: Verdicts, _ body: (Run, _ isCurrent: Bool) -> Void) {
    let sections = ledger.course.sections
    for (place, section) in sections.enumerated() {
      let last = min(section.last, ledger.last)
      guard section.first <= last else { continue }
      let run = Runs.run(closing: section.first...last, of: ledger, in: place) { body($0, false) }
      if run.length > 0 { body(run, place == sections.count - 1) }
    }
  }

  /// Calls `body` with each run that a missed unit ended; returns the run that is still open.
  @inline(__always)
  private static func run(
    closing days: ClosedRange<Int>,
    of ledger: Verdicts,
    in section: Int,
    _ body: (Run) -> Void
  ) -> Run {
    var run = Run(section: section)
    for index in (days.lowerBound >> 6)...(days.upperBound >> 6) {
      let mask = Bits.mask(from: days.lowerBound, through: days.upperBound, inWord: index)
      let (done, missed) = (ledger.word(index).done & mask, ledger.word(index).missed & mask)
      var position = 0
      while position < Bits.width {
        let ahead = missed >> UInt64(position)
        let next = ahead == 0 ? Bits.width : position + ahead.trailingZeroBitCount
        let segment = Bits.mask(from: position, through: next - 1, inWord: 0)
        run.extend(done & segment, inWord: index)
        guard next < Bits.width else { break }
        if run.length > 0 { body(run) }
        run = Run(section: section)
        position = next + (~(missed >> UInt64(next))).trailingZeroBitCount
      }
    }
    return run
  }
}
