import TimeZones

extension Zone {
  /// Checks a known night in a known zone; programs call this when they start.
  ///
  /// Days counted with wrong zone data would stay wrong. Throws a ``DomainError`` with the code
  /// `wrong-time-zone-data` when the result is wrong. Computers without a zone database pass: they
  /// can only use UTC.
  public static func selfTest() throws { try ClockSelfTest().run() }
}

/// The night of 29 March 2026 in Vienna, when 01:59:59 was followed by 03:00:00 at 01:00 UTC.
struct ClockSelfTest {
  var database = ZoneDatabase.shared

  private let name = "Europe/Vienna"
  private let day = Day(number: 20_541)
  /// 2026-03-29T01:00:00Z.
  private let change: Int64 = 1_774_746_000

  func run() throws(DomainError) {
    guard database.contains(name) else { return }
    let vienna = try Zone(identifier: name, in: database)
    let before = vienna.localSeconds(at: Instant(seconds: change - 1))
    let after = vienna.localSeconds(at: Instant(seconds: change))
    let midnight = vienna.instant(on: day, secondOfDay: 0)
    let inGap = vienna.instant(on: day, secondOfDay: 2 * 3600 + 1800)
    let right =
      before == change - 1 + 3600 && after == change + 7200
      && midnight == Instant(seconds: change - 7200) && inGap == Instant(seconds: change)
    guard !right else { return }
    throw DomainError(
      "wrong-time-zone-data",
      "The time zones of this computer are wrong: \(name) does not change to summer time on "
        + "2026-03-29, so checks could be counted on the wrong day. Nothing was changed. Install "
        + "the package tzdata again, or set TZDIR to a folder with right data."
    )
  }
}
