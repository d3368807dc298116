import Core

/// A notice in words, for ways to a person that have a title and a body: a desktop, a phone.
public struct NoticeText: Sendable, Equatable {
  /// What it is, at a glance.
  public let title: String
  /// The whole sentence; empty where the title says it all.
  public let body: String
  /// The label of the button that checks the habit; nil where a notice is not about one open habit.
  public let done: String?
  /// The label of what opens the app.
  public let open: String

  public init(title: String, body: String, done: String?, open: String) {
    self.title = title
    self.body = body
    self.done = done
    self.open = open
  }
}
