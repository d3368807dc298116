import Core
import Pages

/// The forms of the page of the calendar.
enum CalendarActions {
  static let on = "shell.calendar-on"
  static let renew = "shell.calendar-renew"
  static let off = "shell.calendar-off"

  static func all(_ feed: CalendarFeed) -> [FormAction] {
    [
      FormAction(on) { _, _ in
        try feed.turnOn()
        return .done("Your calendar has an address now.")
      },
      FormAction(renew) { _, _ in
        try feed.renew()
        return .done("The old address is not answered any more.")
      },
      FormAction(off) { _, _ in
        try feed.turnOff()
        return .done("Your calendar has no address any more.")
      },
    ]
  }
}
