/// Done units without a missed one between them; neutral units neither break nor extend a run.
struct Run: Sendable, Equatable {
  /// The first done unit.
  var first = 0
  /// The last done unit.
  var last = 0
  /// The number of done units.
  var length = 0

  /// Adds the done units of a word, which must be later than all earlier ones.
  mutating func extend(_ done: UInt64, inWord index: Int) {
    guard done != 0 else { return }
    if length == 0 { first = index << 6 + done.trailingZeroBitCount }
    last = index << 6 + 63 - done.leadingZeroBitCount
    length += done.nonzeroBitCount
  }
}

/// All runs of a habit up to today.
struct Runs: Sendable {
  /// The current run; nil if there is none.
  private(set) var current: Run?
  private(set) var best = 0
  private(set) var count = 0
  /// The number of done units in all runs.
  private(set) var total = 0
  /// The number of freezes earned: one for each 30 done days in a run.
  private(set) var freezes = 0

  /// The mean length of the runs; 0 without a run.
  var average: Double { count == 0 ? 0 : Double(total) / Double(count) }

  init(_ ledger: Verdicts) {
    Runs.forEach(in: ledger) { run, isCurrent in
      close(run, ledger)
      if isCurrent { current = run }
    }
  }

  /// Calls `body` with each run, earliest first, and with whether it is the current run.
  @inline(__always)
  static func forEach(in ledger: Verdicts, _ body: (Run, _ isCurrent: Bool) -> Void) {
    var run = Run()
    for index in ledger.range {
      let word = ledger.word(index)
      var position = 0
      while position < Bits.width {
        let ahead = word.missed >> UInt64(position)
        let next = ahead == 0 ? Bits.width : position + ahead.trailingZeroBitCount
        let segment = Bits.mask(from: position, through: next - 1, inWord: 0)
        run.extend(word.done & segment, inWord: index)
        guard next < Bits.width else { break }
        if run.length > 0 { body(run, false) }
        run = Run()
        position = next + (~(word.missed >> UInt64(next))).trailingZeroBitCount
      }
    }
    if run.length > 0 { body(run, true) }
  }

  private mutating func close(_ run: Run, _ ledger: Verdicts) {
    count += 1
    total += run.length
    best = max(best, run.length)
    freezes += Freezes.earned(doneDays: ledger.timeline.doneDays(in: run))
  }
}
