/// A violation of a rule, with its location.
public struct Finding: Sendable, Equatable, CustomStringConvertible {
  public let rule: Rule
  /// Relative to the project's folder.
  public let path: String
  /// Counted from 1.
  public let line: Int
  /// What is wrong and what to do, in a sentence.
  public let message: String

  public init(_ rule: Rule, _ path: String, _ line: Int, _ message: String) {
    self.rule = rule
    self.path = path
    self.line = line
    self.message = message
  }

  public var description: String { "\(path):\(line): \(message) [\(rule.rawValue)]" }
}

/// The rules, by the names that exemptions use.
public enum Rule: String, Sendable, CaseIterable {
  /// Allowed dependencies and imports.
  case dependency
  /// No conditional import of this package's modules.
  case conditionalImport = "conditional-import"
  /// Files must be short.
  case length
  /// A comment must justify what the compiler cannot prove.
  case unproven
  /// Contracts and domains must not call impure functions.
  case impure
  /// Forbidden spellings.
  case banned
  /// Public declarations of contracts and Core must be documented, and messages in a README.
  case undocumented
  /// An exemption that is not needed or cannot be parsed.
  case exemption
  /// The graph in the document is not up to date.
  case graph
  /// `Tools/check` must run tests that use what was changed.
  case selection
}
