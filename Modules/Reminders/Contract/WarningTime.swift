import Core

/// When the notice about streaks at risk is given.
public enum WarningTime {
  /// The usual time before the end of the day.
  public static let secondsBeforeEnd: Int64 = 2 * 3600
  /// The time before quiet hours in which the notice would otherwise fall.
  public static let secondsBeforeQuiet: Int64 = 15 * 60

  /// Returns the time on `day`: two hours before it ends, or earlier because of quiet hours.
  ///
  /// It is shortly before quiet hours that would hold the notice back until it is too late.
  public static func on(_ day: Day, quiet: QuietHours?, calendar: LocalCalendar) -> Instant {
    let usual = calendar.start(of: day.advanced(by: 1)).advanced(bySeconds: -secondsBeforeEnd)
    guard let quiet, let start = quiet.start(around: usual, in: calendar.zone) else { return usual }
    let early = start.advanced(bySeconds: -secondsBeforeQuiet)
    // Quiet hours that began with the day or before it leave no earlier time.
    return early > calendar.start(of: day) ? early : usual
  }

  /// Whether quiet hours make the notice of `day` come earlier than usual.
  public static func isEarly(on day: Day, quiet: QuietHours?, calendar: LocalCalendar) -> Bool {
    on(day, quiet: quiet, calendar: calendar) < on(day, quiet: nil, calendar: calendar)
  }
}
