import Locks

/// Passes the events of a stream to the consumer that waits for them.
final class EventSink: Sendable {
  static let contentType = "text/event-stream"

  private let continuation: AsyncThrowingStream<ServerSentEvent, any Error>.Continuation
  private let host: String
  private let limit: Int
  private let parser: Locked<EventStreamParser>

  init(
    _ continuation: AsyncThrowingStream<ServerSentEvent, any Error>.Continuation,
    host: String,
    limit: Int
  ) {
    self.continuation = continuation
    self.host = host
    self.limit = limit
    parser = Locked(EventStreamParser(limit: limit))
  }

  static func isStream(_ response: HTTPResponse) -> Bool {
    response.status == 200 && response.contentType == contentType
  }

  /// Receives the next bytes; returns false if the answer is not a stream of events.
  @Sendable
  func take(
    _ bytes: UnsafeRawBufferPointer,
    of response: HTTPResponse
  ) throws(HTTPClientError) -> Bool {
    guard EventSink.isStream(response) else { return false }
    for event in try events(bytes) {
      // An event that waits too long must not be lost silently.
      if case .dropped = continuation.yield(event) { throw .tooLarge(host: host, limit: limit) }
    }
    return true
  }

  private func events(
    _ bytes: UnsafeRawBufferPointer
  ) throws(HTTPClientError) -> [ServerSentEvent] {
    let result = parser.withLockUnchecked { parser in
      Result { () throws(EventStreamParser.TooLarge) in try parser.add(bytes) }
    }
    switch result {
    case .success(let events): return events
    case .failure: throw .tooLarge(host: host, limit: limit)
    }
  }
}
