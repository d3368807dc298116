/// One attempt to carry out a command that may be sent several times, to several nodes of a server.
///
/// A journal that nodes share records it together with what the command changes. Another attempt at
/// the same command then changes nothing, whichever of the two comes first and however late the
/// other one is, so that a node may repeat what one that died or stalls has begun.
public struct CommandTicket: Sendable, Equatable {
  /// Names the command among those of its space.
  public let name: [UInt8]
  /// Names the attempt.
  public let attempt: [UInt8]

  public init(name: [UInt8], attempt: [UInt8]) { (self.name, self.attempt) = (name, attempt) }

  /// The ticket of the commands that the current task sends; nil for those that are sent once.
  @TaskLocal public static var current: CommandTicket?
}

/// What a command wrote was refused, since another attempt at it was recorded before.
public struct CommandSuperseded: Error, Sendable {
  public init() {}
}
