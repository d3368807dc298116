/// All requirements, in order.
public struct Ledger: Sendable {
  public let requirements: [Requirement]

  /// Parses the ledger: a header, then one requirement per line with tab-separated columns.
  public init(_ text: String) throws {
    let lines = text.split(separator: "\n").enumerated().dropFirst()
    requirements = try lines.map { try Requirement(line: $1, number: $0 + 1) }
    var seen: Set<String> = []
    for requirement in requirements where !seen.insert(requirement.id).inserted {
      throw ToolError("The ledger has \(requirement.id) twice.")
    }
    guard !requirements.isEmpty else { throw ToolError("The ledger is empty.") }
  }
}
