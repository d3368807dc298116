import Core

/// A notice in words, for channels with a title and a body: a desktop, a phone.
public struct NoticeText: Sendable, Equatable {
  /// The title.
  public let title: String
  /// The full sentence; empty if the title says everything.
  public let body: String
  /// The label of the button that checks the habit; nil unless the notice is about one open habit.
  public let done: String?
  /// The label of the button that opens the app.
  public let open: String

  public init(title: String, body: String, done: String?, open: String) {
    self.title = title
    self.body = body
    self.done = done
    self.open = open
  }
}
