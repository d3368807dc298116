import Core
import Presentation
import WidgetContract

/// The phrases of the widget, in plain words that a product may replace with its own.
extension Phrase {
  static let widgetAllDone = Phrase("widget.all-done", WidgetMessage.allDone.rawValue)
  static let widgetNoHabits = Phrase("widget.no-habits", WidgetMessage.noHabits.rawValue)
  static let widgetNothingDue = Phrase("widget.nothing-due", WidgetMessage.nothingDue.rawValue)
  /// Shown if reading the store failed several times in a row; the last drawing stays.
  static let widgetUnreadable = Phrase(
    "widget.unreadable",
    "Your habits cannot be read just now; what is shown is the last that could. Nothing is lost, "
      + "and the widget looks again by itself."
  )

  /// The heading of the widget, for screen readers.
  static let widgetTitle = Phrase("widget.title", "Open today")
  /// What a tap on a habit does, for screen readers; the habit's title follows.
  static let widgetDone = Phrase("widget.done", "Mark as done:")
  /// Before a habit that is done, for screen readers.
  static let widgetIsDone = Phrase("widget.is-done", "Done:")
  /// What a tap does if no habit is open, for screen readers.
  static let widgetGoToday = Phrase("widget.go-today", "Open Today")
  /// Beside the number of what was done and was to be done, for screen readers.
  static let widgetProgress = Phrase("widget.progress", "done today")
  /// What is drawn above the habits, for screen readers.
  static let widgetGraph = Phrase("widget.graph", "{total} in the last twelve months")
  /// Below the length of the longest streak; {title} is its habit.
  static let widgetFlame = Phrase("widget.flame", "{title}")
  static let widgetFlameOpen = Phrase("widget.flame-open", "{title}, open today")
  static let widgetNoFlame = Phrase("widget.no-flame", "No streak is running. One check lights it.")
  static let widgets = Phrase("widget.page", "Widgets")
  /// The page that leads here.
  static let widgetsBack = Phrase("widget.page-back", "Settings")
  static let widgetsIntro = Phrase(
    "widget.page-intro",
    "Today in a corner of your screen. A tap completes a habit, and it leaves the widget at once."
  )
  static let widgetSmall = Phrase("widget.small", "Small")
  static let widgetMedium = Phrase("widget.medium", "Medium")
  static let widgetLarge = Phrase("widget.large", "Large")
  static let widgetsOpen = Phrase("widget.page-open", "Open alone")
  static let widgetsEmbed = Phrase("widget.page-embed", "In another page or on a desktop")
  /// Shown above the line to copy.
  static let widgetsEmbedHow = Phrase(
    "widget.page-embed-how",
    "Open a size alone and pin its window, or put this line into a page of your own. It shows what "
      + "is open, on this computer and while trellisd runs:"
  )
  /// Shown above the line to copy with which a tap works.
  static let widgetsEmbedActing = Phrase(
    "widget.page-embed-acting",
    "In these pages a tap completes a habit too, with this line:"
  )
  static let widgetsOrigins = Phrase("widget.page-origins", "Pages in which a tap counts")
  static let widgetsOriginsHint = Phrase(
    "widget.page-origins-hint",
    "The beginning of their addresses, such as http://localhost:3000. Any other page could lay "
      + "itself over the widget and have you tap without knowing."
  )
  static let widgetsOriginsKeep = Phrase("widget.page-origins-keep", "Save")
  static let widgetsRenew = Phrase("widget.page-renew", "Make new addresses")
  static let widgetsRenewHow = Phrase(
    "widget.page-renew-how",
    "Anybody who has such an address sees your open habits. New ones make the old ones useless."
  )
  static let widgetsElsewhere = Phrase("widget.page-elsewhere", "In a terminal or a bar")
  static let widgetsElsewhereHow = Phrase(
    "widget.page-elsewhere-how",
    "The same widget, drawn as text, for waybar, and for tmux:"
  )

  static let allOfWidget: [Phrase] = [
    .widgetAllDone, .widgetNoHabits, .widgetNothingDue, .widgetUnreadable, .widgetTitle,
    .widgetDone, .widgetIsDone, .widgetGoToday, .widgetProgress, .widgetGraph, .widgetFlame,
    .widgetFlameOpen,
    .widgetNoFlame, .widgets, .widgetsBack, .widgetsIntro, .widgetSmall,
    .widgetMedium, .widgetLarge, .widgetsOpen, .widgetsEmbed,
    .widgetsEmbedHow, .widgetsEmbedActing, .widgetsOrigins, .widgetsOriginsHint,
    .widgetsOriginsKeep, .widgetsRenew, .widgetsRenewHow, .widgetsElsewhere, .widgetsElsewhereHow,
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
