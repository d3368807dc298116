import Core

/// An event that has happened now and here, and is on disk.
public struct LiveEvent: Sendable {
  public let event: any IntegrationEvent
  /// When and where the fact was made that the event follows from.
  public let stamp: HybridTimestamp
  public let space: SpaceID

  public init(event: any IntegrationEvent, stamp: HybridTimestamp, space: SpaceID) {
    self.event = event
    self.stamp = stamp
    self.space = space
  }
}

/// Is told of what happens now and here.
///
/// Of changes it hears while their fact is live (``FactOrigin/live``), and of signals whenever they are
/// given, which is once. It never hears of what is replayed, merged, or was written by another process.
public struct LiveObserver: Sendable {
  /// Whether an event of that name is worth handing over; called before it is on disk.
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
