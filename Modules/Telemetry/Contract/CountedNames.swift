import Core

/// The name of a feature.
///
/// It is derived from a type alone, so that no value can ever be counted.
public struct FeatureName: Sendable, Hashable {
  public let text: String

  /// Creates the name of a kind of event; nil for kinds that must not be counted.
  public init?<E: Event>(of event: E.Type) {
    guard E.privacy == .countable else { return nil }
    text = E.name
  }

  /// Creates the name of a used feature, which is a request's fixed name.
  ///
  /// Nil for telemetry's own requests.
  public init?(_ use: FeatureUsed) {
    guard !use.feature.hasPrefix("telemetry.") else { return nil }
    text = use.feature
  }

  /// Creates the name of a kind of request; nil for telemetry's own.
  public init?<R: Request>(of request: R.Type) {
    guard !R.name.hasPrefix("telemetry.") else { return nil }
    text = R.name
  }
}

/// A crash: which program was ended by its own fault, and by which signal.
///
/// It contains neither the place nor the time of the crash, nor anything of the program's memory.
public struct CrashName: Sendable, Hashable {
  /// The programs that record their crashes.
  public enum Program: String, Sendable, CaseIterable {
    case trellis
    case trellisd
  }

  /// The signals by which a fault ends a program (signal(7)).
  public enum Signal: String, Sendable, CaseIterable {
    case abort = "SIGABRT"
    case bus = "SIGBUS"
    case arithmetic = "SIGFPE"
    case instruction = "SIGILL"
    case memory = "SIGSEGV"
    case trap = "SIGTRAP"
  }

  public let program: Program
  public let signal: Signal

  public init(_ program: Program, _ signal: Signal) {
    self.program = program
    self.signal = signal
  }

  /// The name that is counted: `trellisd SIGSEGV`.
  public var text: String { "\(program.rawValue) \(signal.rawValue)" }
}

/// A slow answer: the feature, and the minimum time it took, in steps.
public struct SlowAnswer: Sendable, Hashable {
  /// The steps: the minimum time in whole seconds.
  public enum Step: Int, Sendable, CaseIterable {
    case one = 1
    case three = 3
    case ten = 10
  }

  public let feature: FeatureName
  public let step: Step

  /// Nil for an answer that came in less than a second.
  public init?(_ feature: FeatureName, took time: Duration) {
    guard let step = Step.allCases.last(where: { time >= .seconds($0.rawValue) }) else {
      return nil
    }
    self.feature = feature
    self.step = step
  }

  /// The name that is counted: `tracking.set-check 3`.
  public var text: String { "\(feature.text) \(step.rawValue)" }
}

/// A kind of count, as it is named on the wire.
enum CountedMetric: String, CaseIterable {
  case uses = "trellis.feature.uses"
  case crashes = "trellis.crashes"
  case slow = "trellis.slow.answers"

  var summary: String {
    switch self {
    case .uses: "How often a feature was used in a week."
    case .crashes: "How often a program ended by a fault of its own in a week."
    case .slow: "How often an answer took at least so many seconds in a week."
    }
  }

  var unit: String {
    switch self {
    case .uses: "{use}"
    case .crashes: "{crash}"
    case .slow: "{answer}"
    }
  }

  /// The names within a count's name, in order.
  var attributes: [String] {
    switch self {
    case .uses: ["feature"]
    case .crashes: ["program", "signal"]
    case .slow: ["feature", "seconds"]
    }
  }
}
