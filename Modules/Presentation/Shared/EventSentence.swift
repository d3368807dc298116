import Core

/// The sentence with which a module describes one kind of event to a person.
///
/// The app looks up the words of an event here, so that it knows no event by name. An event without
/// a sentence is described by its summary.
public struct EventSentence: Sendable {
  /// The event's name on the wire.
  public let event: String
  private let body:
    @Sendable (any IntegrationEvent, String, any SpaceContext) async throws -> String?

  /// - Parameter body: returns the sentence, or nil to use the event's summary. It gets the title
  ///   of the habit that the event is about; the title is empty without a habit.
  public init<E: IntegrationEvent>(
    _ event: E.Type,
    _ body: @escaping @Sendable (E, _ title: String, any SpaceContext) async throws -> String?
  ) {
    self.event = E.name
    self.body = { event, title, context in
      guard let event = event as? E else { return nil }
      return try await body(event, title, context)
    }
  }

  /// The sentence for an event; nil if there is none.
  public func words(
    of event: any IntegrationEvent,
    _ title: String,
    _ context: any SpaceContext
  ) async throws -> String? {
    try await body(event, title, context)
  }
}
