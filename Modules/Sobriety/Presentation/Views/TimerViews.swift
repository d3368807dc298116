import Commands
import Core
import Presentation
import SobrietyContract
import Terminal

/// Views of the timer.
enum TimerViews {
  /// Returns `12d 04h 09m 31s`, or zeros while the timer is at zero.
  static func text(_ timer: SoberTimer) -> Text {
    let words =
      "\(timer.days)d \(timer.hours.padded(to: 2))h \(timer.minutes.padded(to: 2))m "
      + "\(timer.seconds.padded(to: 2))s"
    return Text(words, timer.isRunning ? Style.accent.with(.bold) : .muted)
  }

  /// Returns the timer, in words on screens without symbols.
  static func text(_ timer: SoberTimer, on screen: Screen) -> Text {
    screen.profile.plain ? Text(spoken(timer)) : text(timer)
  }

  static func of(_ timer: SoberTimer, _ context: CommandContext) -> [any View] {
    guard let since = timer.since else {
      return [
        Paragraph(text(timer, on: context.screen)),
        Paragraph(Text(context.say(.soberTimerZero), .muted)),
      ]
    }
    let zone = context.calendar.zone
    let day = context.calendar.day(at: since)
    let words = "since \(day.shortWords(today: context.today)), \(since.clockTime(in: zone))"
    guard context.screen.profile.plain else {
      return [Paragraph(text(timer) + Text("  \(words)", .muted))]
    }
    return [Paragraph(Text("\(spoken(timer)), \(words)."))]
  }

  /// Returns `2 days, 1 hour, 0 minutes and 5 seconds`.
  static func spoken(_ timer: SoberTimer) -> String {
    "\(timer.days.counted("day")), \(timer.hours.counted("hour")), "
      + "\(timer.minutes.counted("minute")) and \(timer.seconds.counted("second"))"
  }
}
