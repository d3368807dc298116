import Core

/// An event on its way to the modules of one space.
public struct EventEnvelope<E: Event>: @unchecked Sendable {
  // `@unchecked Sendable`: an envelope is delivered by the dispatcher of the engine that it names,
  // on the one thread that both belong to; it never leaves it.
  public let event: E
  /// When and where the fact was made that this is, or that this follows from.
  public let stamp: HybridTimestamp
  public let engine: SpaceEngine

  @inline(__always)
  init(event: E, stamp: HybridTimestamp, engine: SpaceEngine) {
    self.event = event
    self.stamp = stamp
    self.engine = engine
  }
}

/// An event of any type on its way, for those who only look on.
public protocol AnyEventEnvelope: Sendable {
  /// The event's name on the wire.
  var name: String { get }
  /// What the event says, on one line.
  var content: String { get }
}

extension EventEnvelope: AnyEventEnvelope {
  public var name: String { E.name }

  public var content: String {
    if let fact = event as? any Fact, let bytes = try? fact.payload() {
      return String(decoding: bytes, as: UTF8.self)
    }
    let text = "\(event)"
    return text.firstIndex(of: "(").map { String(text[$0...]) } ?? text
  }
}

/// An event as the world outside the modules hears it: after it is on disk.
public struct CommittedEvent<E: Event>: Sendable {
  public let event: E
  public let stamp: HybridTimestamp
  public let space: SpaceID

  public init(event: E, stamp: HybridTimestamp, space: SpaceID) {
    self.event = event
    self.stamp = stamp
    self.space = space
  }
}
