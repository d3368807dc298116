import Core

/// A program of the person's that runs when something happens on this device.
public struct Hook: Codable, Sendable, Equatable {
  /// Its number, by which the person names it; never reused.
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

/// How a hook failed the last time.
public struct HookFailure: Codable, Sendable, Equatable {
  public let number: Int
  public let at: Instant
  /// The result of the program, as the end of a sentence: `it ended with status 3`.
  public let words: String

  public init(number: Int, at: Instant, words: String) {
    self.number = number
    self.at = at
    self.words = words
  }
}

/// The limits of the programs of hooks.
public struct HookLimits: Sendable {
  /// The timeout in milliseconds, after which a program is asked to end.
  public var time: UInt64 = 10_000
  /// Milliseconds after which a program that was asked to end is killed.
  public var patience: UInt64 = 2_000
  /// The maximum number of events that wait for a running hook.
  public var waiting = 200
  /// The maximum number of runs of a hook within a minute.
  ///
  /// A hook that causes its own event, for instance by the HTTP API, must not keep a computer busy
  /// forever.
  public var runsPerMinute = 120

  public init() {}

  /// The maximum number of hooks of a home.
  static let hooks = 64
  /// The maximum number of events that wait for a program that runs hooks.
  static let events = 200
  /// The maximum size of a file of hooks in bytes.
  static let bytes = 1 << 20
}
