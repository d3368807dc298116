/// The result of a command.
public struct Outcome<Reply: Sendable>: Sendable {
  /// What the answering module returned.
  public let reply: Reply
  /// The signals that the command caused, in order, such as goals it has just reached.
  public let signals: [any Signal]
  /// The number of facts seen when nothing had to be changed; nil if something was decided.
  ///
  /// In that case nothing is written, so the journal cannot report that another program has changed
  /// it in the meantime: the sender of the command has to check.
  public let unchangedAfter: Int?

  public init(reply: Reply, signals: [any Signal] = [], unchangedAfter: Int? = nil) {
    self.reply = reply
    self.signals = signals
    self.unchangedAfter = unchangedAfter
  }

  /// The signals of one type.
  public func signals<S: Signal>(of type: S.Type) -> [S] { signals.compactMap { $0 as? S } }
}
