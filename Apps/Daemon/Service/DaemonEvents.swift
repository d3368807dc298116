import Web

// Events between the parts of the daemon. They run on a bus of their own, which outlives the served
// space; the events of the modules run on the bus of the space's runtime.

/// A request to the running daemon, by a signal or by a change that it observes.
enum ControlRequest: Sendable, Equatable {
  /// Exit cleanly.
  case stop
  /// Reopen everything: another product, another file, another time zone.
  case reload
}

/// The web app accepts connections.
struct WebAppStarted: Sendable {
  let product: String
  let title: String
  let port: Int
  let socket: String?
  /// The address for browsers, under the home's own name.
  let address: String
}

/// Another day has begun for the person.
struct DayBegan: Sendable {}

/// A client has stopped listening to ``SpaceUpdates``.
struct ListenerLeft: Sendable {
  let listener: Int
}

/// Whether notifications can be shown on the desktop has changed.
struct DesktopChanged: Sendable {
  let isReady: Bool
  /// Whether a notification can have buttons, so that the person can answer it.
  let hasButtons: Bool
}

/// What showed the notifications has ended or was restarted: a new service starts its numbers over.
struct DesktopReplaced: Sendable {}

/// Quiet hours that held something back may be over.
struct QuietHoursPassed: Sendable {}

/// Something was done to a notification on the desktop, which may be another program's.
struct NotificationAnswered: Sendable {
  let number: UInt32
  let response: NotificationService.Response
}

/// The person wants to see the app in a browser.
struct BrowserWanted: Sendable {
  /// The path of the page to show.
  let next: String
}

/// A one-time link has signed a browser in.
struct SignInLinkUsed: Sendable {
  let id: String
}

/// A browser asks to sign in, which the person must decide.
struct SignInAsked: Sendable {
  let question: SignInQuestion
}

/// The person has decided whether a browser may sign in.
struct SignInAnswered: Sendable {
  let number: Int
  let isAllowed: Bool
}

/// A problem of the sync needs the person, who is notified once.
struct SyncNeedsPerson: Sendable {
  let title: String
  /// What happened and what to do.
  let words: String
}
