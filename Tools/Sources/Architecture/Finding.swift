/// Something that breaks a rule of the house, and where.
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
  /// Who may import and depend on whom.
  case dependency
  /// No import of a module of the house inside `#if`.
  case conditionalImport = "conditional-import"
  /// Files stay short.
  case length
  /// What the compiler cannot prove carries its proof in a comment.
  case unproven
  /// Calls that would make contracts and domains impure.
  case impure
  /// Spellings that nobody may use.
  case banned
  /// Public declarations of contracts and Core say what they mean.
  case undocumented
  /// An exemption that nothing needs, or that cannot be read.
  case exemption
  /// The drawn graph is not the real one.
  case graph
}
