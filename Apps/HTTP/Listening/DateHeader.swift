import Core
import Locks
import Presentation

/// The value of `Date`, formatted once a second (RFC 9110, section 6.6.1).
final class DateHeader: Sendable {
  private struct Shown {
    var second: Int64 = .min
    var text = ""
  }

  private let shown = Locked(Shown())

  /// The present moment: `Sun, 06 Nov 1994 08:49:37 GMT`.
  var text: String {
    let now = SystemClock().now()
    return shown.withLock { shown in
      if shown.second != now.seconds {
        shown = Shown(second: now.seconds, text: DateHeader.text(of: now))
      }
      return shown.text
    }
  }

  /// An instant as an HTTP date (RFC 9110, section 5.6.7).
  static func text(of instant: Instant) -> String {
    let day = LocalCalendar(zone: .utc).day(at: instant)
    let time = (instant.seconds % 86_400 + 86_400) % 86_400
    let clock = [time / 3600, time / 60 % 60, time % 60].map { $0.padded(to: 2) }
      .joined(separator: ":")
    return "\(day.weekday.name.prefix(3)), \(day.dayOfMonth.padded(to: 2)) "
      + "\(CalendarLabels.month(day)) \(day.year) \(clock) GMT"
  }
}
