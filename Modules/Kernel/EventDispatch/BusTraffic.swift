/// One published event as the tail of the bus shows it.
public struct BusTraffic: Sendable {
  /// The event's position in the total order, counted from the bus's first watched event.
  public let number: UInt64
  /// The event's type.
  public let type: String
  public let event: any Sendable
  /// The labels of the subscribers that are about to get it.
  public let subscribers: [String]

  @usableFromInline
  init(number: UInt64, type: String, event: any Sendable, subscribers: [String]) {
    self.number = number
    self.type = type
    self.event = event
    self.subscribers = subscribers
  }
}
