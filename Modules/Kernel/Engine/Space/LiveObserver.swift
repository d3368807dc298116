import Core

/// An event that happened now and on this device, and is on disk.
public struct LiveEvent: Sendable {
  public let event: any IntegrationEvent
  /// When and where the fact was made that the event follows from; for a signal without a fact,
  /// when and where it was given.
  public let stamp: HybridTimestamp
  public let space: SpaceID

  public init(event: any IntegrationEvent, stamp: HybridTimestamp, space: SpaceID) {
    self.event = event
    self.stamp = stamp
    self.space = space
  }
}

/// An observer of what happens now and on this device.
///
/// It receives changes while their fact is live (``FactOrigin/live``), and signals whenever they
/// are given, which is once. It receives nothing that is replayed, merged, or written by another
/// process.
public struct LiveObserver: Sendable {
  /// Whether it wants events of that name; called before the event is on disk.
  public let wants: @Sendable (_ name: String) -> Bool
  /// Takes an event; called once it is on disk.
  public let receive: @Sendable (LiveEvent) -> Void

  public init(
    wants: @escaping @Sendable (_ name: String) -> Bool,
    receive: @escaping @Sendable (LiveEvent) -> Void
  ) {
    self.wants = wants
    self.receive = receive
  }
}
