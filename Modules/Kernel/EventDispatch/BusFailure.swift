/// Something went wrong while events were delivered; the bus went on.
public enum BusFailure: Error, Sendable {
  /// A subscriber threw; the others got the event all the same.
  case threw(subscriber: String, event: String, error: any Error)
  /// Events caused further events beyond the budget; those still waiting were dropped.
  case cutCascade(CutCascade)

  /// What was dropped, and who was involved.
  public struct CutCascade: Sendable {
    /// How many events the cascade was allowed.
    public let budget: Int
    /// How many events were dropped.
    public let dropped: Int
    /// The types of the dropped events, each once.
    public let events: [String]
    /// The subscribers of those types, each once.
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
