import Core
import WidgetContract

/// What the widget says to a person, in plain words that a product may replace with its own.
extension Phrase {
  static let widgetAllDone = Phrase("widget.all-done", WidgetMessage.allDone.rawValue)
  static let widgetNoHabits = Phrase("widget.no-habits", WidgetMessage.noHabits.rawValue)
  static let widgetNothingDue = Phrase("widget.nothing-due", WidgetMessage.nothingDue.rawValue)
  /// The store could not be read, several times in a row; what is shown stays.
  static let widgetUnreadable = Phrase(
    "widget.unreadable",
    "Your habits cannot be read just now; what is shown is the last that could. Nothing is lost, "
      + "and the widget looks again by itself."
  )

  static let allOfWidget: [Phrase] = [
    .widgetAllDone, .widgetNoHabits, .widgetNothingDue, .widgetUnreadable,
  ]
}

extension WidgetMessage {
  var phrase: Phrase {
    switch self {
    case .allDone: .widgetAllDone
    case .noHabits: .widgetNoHabits
    case .nothingDue: .widgetNothingDue
    }
  }
}
