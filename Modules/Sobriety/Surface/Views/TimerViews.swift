import CommandKit
import Core
import SobrietyContract

/// The timer as text.
enum TimerViews {
  /// `12d 04h 09m 31s`, and zeros while it stands still.
  static func text(_ timer: SoberTimer) -> Text {
    let words =
      "\(timer.days)d \(two(timer.hours))h \(two(timer.minutes))m \(two(timer.seconds))s"
    return Text(words, timer.isRunning ? Style.accent.with(.bold) : .muted)
  }

  /// The same, in words where signs are not read.
  static func text(_ timer: SoberTimer, on screen: Screen) -> Text {
    screen.profile.plain ? Text(spoken(timer)) : text(timer)
  }

  private static func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }

  static func of(_ timer: SoberTimer, _ session: Session) -> [any View] {
    guard let since = timer.since else {
      return [
        Paragraph(text(timer, on: session.screen)),
        Paragraph(Text(session.say(.soberTimerZero), .muted)),
      ]
    }
    let zone = session.calendar.zone
    let day = session.calendar.day(at: since)
    let words = "since \(day.shortWords(today: session.today)), \(since.clockTime(in: zone))"
    guard session.screen.profile.plain else {
      return [Paragraph(text(timer) + Text("  \(words)", .muted))]
    }
    return [Paragraph(Text("\(spoken(timer)), \(words)."))]
  }

  /// `2 days, 1 hour, 0 minutes and 5 seconds`.
  static func spoken(_ timer: SoberTimer) -> String {
    func part(_ count: Int64, _ unit: String) -> String {
      "\(count) \(unit)\(count == 1 ? "" : "s")"
    }
    return "\(part(timer.days, "day")), \(part(timer.hours, "hour")), "
      + "\(part(timer.minutes, "minute")) and \(part(timer.seconds, "second"))"
  }
}
