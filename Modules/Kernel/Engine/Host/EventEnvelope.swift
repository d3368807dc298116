import Core

/// An event that is being delivered to the modules of one space.
public struct EventEnvelope<E: Event>: @unchecked Sendable {
  // `@unchecked Sendable`: an envelope is delivered by the dispatcher of the engine that it names,
  // on the one thread that both belong to, and never leaves that thread.
  public let event: E
  /// When and where the fact was made that this event is, or follows from.
  public let stamp: HybridTimestamp
  public let engine: SpaceEngine

  @inline(__always)
  init(event: E, stamp: HybridTimestamp, engine: SpaceEngine) {
    self.event = event
    self.stamp = stamp
    self.engine = engine
  }
}

/// An event of any type that is being delivered, for tracing.
public protocol AnyEventEnvelope: Sendable {
  /// The event's name on the wire.
  var name: String { get }
  /// The event's content on one line.
  var content: String { get }
}

extension EventEnvelope: AnyEventEnvelope {
  public var name: String { E.name }

  public var content: String {
    if let fact = event as? any Fact, let bytes = try? fact.payload() {
      return String(decoding: bytes, as: UTF8.self)
    }
    if let told = event as? any IntegrationEvent, let bytes = try? JSON.encode(told) {
      return String(decoding: bytes, as: UTF8.self)
    }
    let text = "\(event)"
    return text.firstIndex(of: "(").map { String(text[$0...]) } ?? text
  }
}

/// An event as observers outside the modules receive it: after it is on disk.
public struct CommittedEvent<E: Event>: Sendable {
  public let event: E
  /// When and where the fact was made that the event is, or follows from; for a signal without a
  /// fact, when and where it was given.
  public let stamp: HybridTimestamp
  public let space: SpaceID

  public init(event: E, stamp: HybridTimestamp, space: SpaceID) {
    self.event = event
    self.stamp = stamp
    self.space = space
  }
}
