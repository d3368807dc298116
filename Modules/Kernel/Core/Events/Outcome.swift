/// The result of a command.
public struct Outcome<Reply: Sendable>: Sendable {
  /// What the answering module returned.
  public let reply: Reply
  /// The signals that the command caused, in order, such as goals it has just reached.
  public let signals: [any Signal]

  public init(reply: Reply, signals: [any Signal] = []) {
    self.reply = reply
    self.signals = signals
  }

  /// The signals of one type.
  public func signals<S: Signal>(of type: S.Type) -> [S] { signals.compactMap { $0 as? S } }
}
