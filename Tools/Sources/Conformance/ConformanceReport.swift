import Foundation

/// Compares the ledger with the results of the tests.
public struct ConformanceReport: Sendable {
  /// A requirement and the results of its tests.
  public struct Row: Sendable {
    public let requirement: Requirement
    public let tests: [TestResult]

    /// The result in one word.
    public var result: String {
      switch requirement.coverage {
      case .later where tests.isEmpty: return "not yet"
      case .step(let name) where tests.isEmpty: return "in \(name)"
      default: break
      }
      if tests.isEmpty { return "NO TEST" }
      if tests.contains(where: { $0.result == .failed }) { return "FAILED" }
      return tests.contains { $0.result == .passed } ? "passed" : "skipped"
    }
  }

  public let rows: [Row]
  /// What must be corrected, one sentence each; empty if there is nothing.
  public let findings: [String]

  /// - Parameter steps: the steps of `.ci/run`, which the ledger may refer to.
  public init(_ ledger: Ledger, _ results: [TestResult], steps: Set<String>) {
    rows = ledger.requirements.map { requirement in
      Row(requirement: requirement, tests: results.filter { $0.id.contains(requirement.id) })
    }
    let known = Set(ledger.requirements.map(\.id))
    findings =
      rows.compactMap { Self.finding(in: $0, steps) }
      + results.flatMap { Self.findings(in: $0, known) }
  }

  private static func finding(in row: Row, _ steps: Set<String>) -> String? {
    let id = row.requirement.id
    switch row.requirement.coverage {
    case .tests where row.tests.isEmpty:
      return "\(id) has no test, and the ledger does not say that it comes later."
    case .later where !row.tests.isEmpty:
      return "\(id) has tests, so the ledger must no longer say “later”."
    case .step(let name) where !steps.contains(name):
      return "\(id) is said to be checked by the step “\(name)”, which .ci/run does not have."
    default: return nil
    }
  }

  private static func findings(in test: TestResult, _ known: Set<String>) -> [String] {
    var findings: [String] = []
    if test.id.isEmpty { findings.append("The test “\(test.name)” does not begin with an id.") }
    for id in test.id where !known.contains(id) {
      findings.append("The test “\(test.name)” names \(id), which the ledger does not have.")
    }
    if test.result == .failed {
      findings.append("Failed: “\(test.name)”. \(test.message ?? "")")
    }
    return findings
  }
}
