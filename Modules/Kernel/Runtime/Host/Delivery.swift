import Core

/// An event on its way to the modules of one space.
public struct Delivery<E: Event>: Sendable {
  public let event: E
  /// When and where the fact was made that this is, or that this follows from.
  public let stamp: Stamp
  public let space: Space
}

/// An event as the world outside the modules hears it: after it is on disk.
public struct Told<E: Event>: Sendable {
  public let event: E
  public let stamp: Stamp
  public let space: SpaceID
}
