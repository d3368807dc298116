import Core
import Presentation

/// Phrases on pages that do not belong to a module, which a product can override.
public enum ShellPhrases {
  public static let all = [
    offline, offlineUnkept, offlineTitle, offlinePage, notFoundTitle, notFound, wrongTitle, wrong,
    welcomeTitle,
    welcome, staysHere, staysOnServer, settings, privacy, data, toHome, calendarName, calendarDay,
  ]

  /// The name of the calendar that programs subscribe to.
  public static let calendarName = Phrase("shell.calendar.name", "{product}")
  /// The text for a sober day in such a calendar; neutral, since anybody may see a calendar.
  public static let calendarDay = Phrase("shell.calendar.day", "A day kept")
  /// Shown above every page while offline.
  public static let offline = Phrase(
    "shell.offline",
    "You are offline: what you do is kept here and sent when you are back."
  )
  /// The same if a browser keeps nothing: within another page, or without a service worker.
  public static let offlineUnkept = Phrase(
    "shell.offline.unkept",
    "The app cannot be reached, and nothing can wait here until it is back: try again later."
  )
  public static let offlineTitle = Phrase("shell.offline.title", "Not here yet")
  /// Shown offline instead of a page that was never opened on this device.
  public static let offlinePage = Phrase(
    "shell.offline.page",
    "This page was not opened on this device before, and there is no connection now. Everything "
      + "you opened before is still here."
  )
  public static let notFoundTitle = Phrase("shell.not-found.title", "There is nothing here")
  public static let notFound = Phrase(
    "shell.not-found",
    "It may have been deleted, or the link is not quite right."
  )
  public static let wrongTitle = Phrase("shell.wrong.title", "Something went wrong")
  public static let wrong = Phrase(
    "shell.wrong",
    "It is our mistake, not yours, and nothing that you entered is lost. Try once more."
  )
  public static let welcomeTitle = Phrase("shell.welcome.title", "Welcome to {product}")
  public static let welcome = Phrase("shell.welcome", "{summary}")
  public static let staysHere = Phrase(
    "shell.stays-here",
    "Everything stays on this device. You need no account, and nothing is sent anywhere unless you "
      + "link it to one."
  )

  /// Shown instead of it if a server for many people keeps everything.
  public static let staysOnServer = Phrase(
    "shell.stays-on-server",
    "Everything is on this server and on the devices that you link to your account, and nobody else who "
      + "uses the server sees it."
  )

  public static let settings = Phrase("shell.settings", "Settings")
  public static let privacy = Phrase("shell.privacy", "Privacy")
  public static let data = Phrase("shell.data", "Your data")
  public static let toHome = Phrase("shell.to-home", "To the first page")
}
