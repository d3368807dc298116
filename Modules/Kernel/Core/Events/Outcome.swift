/// The result of a command.
public struct Outcome<Reply: Sendable>: Sendable {
  /// What the answering module returned.
  public let reply: Reply
  /// The signals that the command caused, in order, such as goals it has just reached.
  public let signals: [any Signal]
  /// How many facts had been seen when all was found to be as requested; nil if something was decided.
  ///
  /// Nothing is written then, so that the journal does not tell whether another program has changed it
  /// meanwhile: whoever sends the command looks.
  public let unchangedAfter: Int?

  public init(reply: Reply, signals: [any Signal] = [], unchangedAfter: Int? = nil) {
    self.reply = reply
    self.signals = signals
    self.unchangedAfter = unchangedAfter
  }

  /// The signals of one type.
  public func signals<S: Signal>(of type: S.Type) -> [S] { signals.compactMap { $0 as? S } }
}
