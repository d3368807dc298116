/// A failure during the delivery of events; the bus continued.
public enum BusFailure: Error, Sendable {
  /// A subscriber threw; the other subscribers still got the event.
  case threw(subscriber: String, event: String, error: any Error)
  /// The events of a cascade exceeded the budget; those that still waited were dropped.
  case cutCascade(CutCascade)

  /// The events that were dropped, and the subscribers concerned.
  public struct CutCascade: Sendable {
    /// The number of events that the cascade was allowed.
    public let budget: Int
    /// The number of events that were dropped.
    public let dropped: Int
    /// The distinct types of the dropped events.
    public let events: [String]
    /// The distinct subscribers of those types.
    public let subscribers: [String]
  }
}

extension BusFailure: CustomStringConvertible {
  public var description: String {
    switch self {
    case .threw(let subscriber, let event, let error):
      "\(subscriber) failed on \(event): \(error)"
    case .cutCascade(let cut):
      """
      One event caused more than \(cut.budget) others, so \(cut.dropped) that were still waiting \
      were dropped: \(cut.events.joined(separator: ", ")). Look at how these answer each other: \
      \(cut.subscribers.joined(separator: ", ")).
      """
    }
  }
}
