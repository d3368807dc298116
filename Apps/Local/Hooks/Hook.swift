import Core

/// A program of the person's that is run when something happens on this device.
public struct Hook: Codable, Sendable, Equatable {
  /// By which the person names it; never given to another one.
  public let number: Int
  /// The name of the event: `tracking.check-changed`.
  public let event: String
  /// The absolute path of the program.
  public let program: String
  public let arguments: [String]

  public init(number: Int, event: String, program: String, arguments: [String] = []) {
    self.number = number
    self.event = event
    self.program = program
    self.arguments = arguments
  }
}

/// How a hook failed when it last did.
public struct HookFailure: Codable, Sendable, Equatable {
  public let number: Int
  public let at: Instant
  /// What became of the program, as the end of a sentence: `it ended with status 3`.
  public let words: String

  public init(number: Int, at: Instant, words: String) {
    self.number = number
    self.at = at
    self.words = words
  }
}

/// What bounds the programs of hooks.
public struct HookLimits: Sendable {
  /// Milliseconds after which a program is asked to end.
  public var time: UInt64 = 10_000
  /// Milliseconds after which one that was asked to end is ended.
  public var patience: UInt64 = 2_000
  /// How many events may wait for a hook that is running.
  public var waiting = 200
  /// How often a hook may run within a minute: whoever writes a hook that causes its own event, by the
  /// HTTP API for instance, must not keep a computer busy for ever.
  public var runsPerMinute = 120

  public init() {}

  /// The greatest number of hooks of a home.
  static let hooks = 64
  /// The greatest number of events that wait for a program that runs hooks.
  static let events = 200
  /// The greatest number of bytes of a file of hooks.
  static let bytes = 1 << 20
}
