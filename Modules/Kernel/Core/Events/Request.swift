/// A typed question or order that exactly one module answers.
///
/// Its name, summary and coded shape are what every outside door (command line, HTTP, OpenAPI)
/// is made from.
public protocol Request: Codable, Sendable {
  /// What the answering module returns.
  associatedtype Reply: Codable & Sendable

  /// The stable name, `<module>.<verb>-<object>`: `tracking.set-check`.
  static var name: String { get }

  /// One sentence for people who meet the request in documentation or `--help`.
  static var summary: String { get }
}

/// A request that changes nothing.
public protocol Query: Request {}

/// A request that may append facts.
public protocol Command: Request {}

/// What a handler decided: the facts to append, nothing when all is already as asked.
public struct Decision: Sendable, ExpressibleByArrayLiteral {
  public var facts: [any Fact]
  /// Alarms to set, or with nil to take back, once the facts are folded: they stand over what a
  /// fold set under the same key.
  public private(set) var alarms: [(key: AlarmKey, at: Instant?)] = []
  /// What is told once the facts are folded.
  public private(set) var signals: [any Signal] = []
  /// Whether the facts are history that was made elsewhere, such as in another program: nobody is
  /// praised, warned or notified because of them (``FactOrigin/merged``).
  public private(set) var isHistory = false

  public init(_ facts: [any Fact] = []) { self.facts = facts }

  /// Facts about what was done elsewhere and earlier.
  public static func history(_ facts: [any Fact]) -> Decision {
    var decision = Decision(facts)
    decision.isHistory = true
    return decision
  }

  /// The same decision, which also tells of `signals`.
  public func signalling(_ signals: [any Signal]) -> Decision {
    var decision = self
    decision.signals += signals
    return decision
  }

  /// The same decision, which also has its module woken at `instant`; nil takes the alarm back.
  public func waking(_ key: AlarmKey, at instant: Instant?) -> Decision {
    var decision = self
    decision.alarms.append((key, instant))
    return decision
  }

  public init(arrayLiteral elements: any Fact...) { facts = elements }

  /// Nothing to do: the state is already as asked for.
  public static var unchanged: Decision { Decision() }
}

/// A refusal with words for the person who asked.
///
/// Nothing was changed.
public struct DomainError: Error, Sendable, Codable, Equatable, CustomStringConvertible {
  /// A stable code for programs, kebab-case: `day-in-future`.
  public let code: String
  /// What happened and what to do, in plain words and whole sentences.
  public let message: String

  public init(_ code: String, _ message: String) {
    self.code = code
    self.message = message
  }

  public var description: String { message }
}

/// Asks for the calendar a person lives by.
///
/// Defined here because the kernel itself asks it; the module that keeps preferences answers.
/// Without one the kernel uses the host's zone.
public struct CurrentCalendar: Query {
  public typealias Reply = LocalCalendar
  public static let name = "core.current-calendar"
  public static let summary = "The time zone, week start and day start that days are counted by."

  public init() {}
}
