/// An event of a stream `text/event-stream` (WHATWG HTML, 9.2).
package struct ServerSentEvent: Sendable, Equatable {
  /// `message` unless the server sets another type.
  package let type: String
  /// Lines are joined by a newline.
  package let data: String
  /// The id from which to resume, as the server last sent it; empty if it never has.
  package let lastID: String

  package init(type: String = "message", data: String, lastID: String = "") {
    self.type = type
    self.data = data
    self.lastID = lastID
  }
}
