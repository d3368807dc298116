import CPostgreSQL

/// A message that a session sent to those that listen to a channel.
public struct ChannelMessage: Sendable {
  /// The number of the server's process that sent it; see ``Connection/process``.
  public let sender: Int
  public let text: String
}

extension Connection {
  /// Begins to listen to a channel.
  public func listen(to channel: String) throws(PostgreSQLError) {
    let escaped = PQescapeIdentifier(handle, channel, channel.utf8.count)
    defer { PQfreemem(escaped) }
    guard let escaped else { throw PostgreSQLError(.other, handle.lastMessage) }
    try execute("LISTEN \(String(cString: escaped))")
  }

  /// The messages that have arrived since the last call; see ``refresh()``.
  public func takeMessages() -> [ChannelMessage] {
    var messages: [ChannelMessage] = []
    while let found = PQnotifies(handle) {
      defer { PQfreemem(found) }
      messages.append(
        ChannelMessage(
          sender: Int(found.pointee.be_pid),
          text: found.pointee.extra.map { String(cString: $0) } ?? ""
        )
      )
    }
    return messages
  }
}
