import Core

/// The reply to a command as other programs receive it, with what the command has just reached.
///
/// It is the reply of the module. If the command gave signals that other programs may receive, and
/// the reply is an object, they are in its member `signals`, in order.
public struct CommandReply<Reply: Encodable>: Encodable {
  private let reply: Reply
  private let signals: [SignalDocument]

  private enum CodingKeys: CodingKey { case signals }

  /// - Throws: `EncodingError` for a reply that cannot be encoded.
  public init(_ reply: Reply, signals: [any Signal]) throws {
    self.reply = reply
    let announced = signals.compactMap { $0 as? any IntegrationEvent }
    // Usually there are none, and then the reply is encoded only once.
    guard !announced.isEmpty, try JSON.encode(reply).first == UInt8(ascii: "{") else {
      self.signals = []
      return
    }
    self.signals = announced.map { SignalDocument(event: $0) }
  }

  public func encode(to encoder: any Encoder) throws {
    if !signals.isEmpty {
      var members = encoder.container(keyedBy: CodingKeys.self)
      try members.encode(signals, forKey: .signals)
    }
    // Last, so that a member of that name in the reply itself remains.
    try reply.encode(to: encoder)
  }
}

/// A signal, with members that have the same names as those of an announced event.
private struct SignalDocument: Encodable {
  let event: any IntegrationEvent

  private enum CodingKeys: CodingKey { case data, event }

  func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode(event, forKey: .data)
    try members.encode(type(of: event).name, forKey: .event)
  }
}
