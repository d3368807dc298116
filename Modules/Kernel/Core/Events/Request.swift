/// A typed query or command that exactly one module answers.
///
/// The command line, the HTTP API and the OpenAPI document are derived from its name, summary and
/// coding.
public protocol Request: Codable, Sendable {
  /// What the answering module returns.
  associatedtype Reply: Codable & Sendable

  /// The stable name, `<module>.<verb>-<object>`: `tracking.set-check`.
  static var name: String { get }

  /// One sentence that describes the request in documentation and `--help`.
  static var summary: String { get }

  /// What replaces it, if something does; nil for nearly all.
  static var deprecation: Deprecation? { get }
}

extension Request {
  public static var deprecation: Deprecation? { nil }
}

/// A request that changes nothing.
public protocol Query: Request {}

/// A request that may append facts.
public protocol Command: Request {
  /// Whether it erases something: a server takes it even if the space has no room for more.
  static var erases: Bool { get }
}

extension Command {
  public static var erases: Bool { false }
}

/// What a handler decided: the facts to append, or none if nothing needs to change.
public struct Decision: Sendable, ExpressibleByArrayLiteral {
  public var facts: [any Fact]
  /// Alarms to set, or to cancel with nil, after the facts are folded.
  ///
  /// They override what a fold set under the same key.
  public private(set) var alarms: [(key: AlarmKey, at: Instant?)] = []
  /// Signals to give after the facts are folded.
  public private(set) var signals: [any Signal] = []
  /// Commands for other modules, to execute after the facts are folded.
  public private(set) var sent: [any Command] = []
  /// Whether the facts are history from elsewhere, such as another program.
  ///
  /// The user is not praised, warned or notified because of them (``FactOrigin/merged``).
  public private(set) var isHistory = false
  /// Whether modules summarize afterwards what the history made true today.
  public private(set) var isSummarized = false

  public init(_ facts: [any Fact] = []) { self.facts = facts }

  /// A decision with facts about what was done elsewhere and earlier.
  public static func history(_ facts: [any Fact]) -> Decision {
    var decision = Decision(facts)
    (decision.isHistory, decision.isSummarized) = (true, true)
    return decision
  }

  /// A decision with facts that take back what has counted until now.
  ///
  /// They are history too, and nothing is told of what is left without it.
  public static func retraction(_ facts: [any Fact]) -> Decision {
    var decision = Decision(facts)
    decision.isHistory = true
    return decision
  }

  /// The same decision, which also gives `signals`.
  public func signalling(_ signals: [any Signal]) -> Decision {
    var decision = self
    decision.signals += signals
    return decision
  }

  /// The same decision, which also sets an alarm for its module; nil cancels the alarm.
  public func waking(_ key: AlarmKey, at instant: Instant?) -> Decision {
    var decision = self
    decision.alarms.append((key, instant))
    return decision
  }

  /// The same decision, which also sends a command to the module that answers it.
  ///
  /// It is executed after this decision and stored together with it, on behalf of the same
  /// principal. A command that is refused is reported and changes nothing, and this decision
  /// remains: ask first, with a query of the other module. Its type must be in ``Manifest/sends``.
  /// Decisions about history send nothing.
  public func sending(_ command: any Command) -> Decision {
    var decision = self
    decision.sent.append(command)
    return decision
  }

  public init(arrayLiteral elements: any Fact...) { facts = elements }

  /// A decision to do nothing, since the state is already as requested.
  public static var unchanged: Decision { Decision() }

  /// Whether nothing is to be done.
  public var isUnchanged: Bool {
    facts.isEmpty && alarms.isEmpty && signals.isEmpty && sent.isEmpty
  }
}

/// A rejected request, with a message for the user.
///
/// Nothing was changed.
public struct DomainError: Error, Sendable, Codable, Equatable, CustomStringConvertible {
  /// A stable code for programs, kebab-case: `day-in-future`.
  public let code: String
  /// What happened and what to do, in plain words and whole sentences.
  public let message: String
  /// Whether the same request can never succeed, whatever happens in the meantime.
  ///
  /// Its day is past, what it names is gone, or one of its values is not acceptable.
  public let isFinal: Bool
  /// The name of the value that is not acceptable, as forms call it; nil if it is not a single one.
  ///
  /// A page shows the message beside the field of that name.
  public let field: String?
  /// What pages say instead of ``message``, which names a command; nil if they say the same.
  public let pageMessage: String?

  public init(
    _ code: String,
    _ message: String,
    isFinal: Bool = false,
    about field: String? = nil,
    onPages pageMessage: String? = nil
  ) {
    self.code = code
    self.message = message
    self.isFinal = isFinal
    self.field = field
    self.pageMessage = pageMessage
  }

  /// The same error about a named value, unless it names one already.
  public func about(_ field: String) -> DomainError {
    DomainError(
      code,
      message,
      isFinal: isFinal,
      about: self.field ?? field,
      onPages: pageMessage
    )
  }

  /// Runs a check of a named value.
  public static func checking<Value>(
    _ field: String,
    _ check: () throws -> Value
  ) throws -> Value {
    do {
      return try check()
    } catch let error as DomainError {
      throw error.about(field)
    }
  }

  /// Runs a check of a named value that has to wait.
  public static func checking<Value>(
    _ field: String,
    isolation: isolated (any Actor)? = #isolation,
    _ check: () async throws -> Value
  ) async throws -> Value {
    do {
      return try await check()
    } catch let error as DomainError {
      throw error.about(field)
    }
  }

  public var description: String { message }
}

/// Queries the calendar that the user lives by.
///
/// Defined here because the kernel itself uses it; the module that stores preferences answers it.
/// Without such a module the kernel uses the host's zone.
public struct CurrentCalendar: Query {
  public typealias Reply = LocalCalendar
  public static let name = "core.current-calendar"
  public static let summary = "The time zone, week start and day start that days are counted by."

  public init() {}
}
